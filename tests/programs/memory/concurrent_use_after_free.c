//@ verdict: violation
//@ kind: memory
//@ detail: use-after-free
//@ line: 17
//@ concurrent: yes
//
// main releases the message while the thread may still be reading it.

#include <pthread.h>
#include <stdlib.h>

static int *message;

static void *reader(void *unused)
{
    (void)unused;
    int v = *message; // BUG
    return v == 1 ? NULL : &message;
}

int main(void)
{
    pthread_t t;
    message = malloc(sizeof *message);
    *message = 1;
    pthread_create(&t, NULL, reader, NULL);
    free(message);
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: violation
//@ kind: memory
//@ detail: leak
//@ properties: leak
//@ concurrent: yes
//
// The only pointer to an object is a variable that was lent to a thread. With the function
// that it belongs to it is gone, so that nothing points to the object any more.

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static void *worker(void *lent)
{
    int **number = lent;
    **number = 1;
    return NULL;
}

static void lend(void)
{
    pthread_t thread;
    int *number = malloc(sizeof *number); // BUG
    pthread_create(&thread, NULL, worker, &number);
    pthread_join(thread, NULL);
}

int main(void)
{
    lend();
    return 0;
}

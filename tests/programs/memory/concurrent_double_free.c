//@ verdict: violation
//@ kind: memory
//@ detail: double-free
//@ line: 21
//@ concurrent: yes
//
// The last of two users should free the block; both can think they are the last.

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *block;
static atomic_int users = 2;

static void *release(void *unused)
{
    (void)unused;
    users--;
    if (users == 0)
        free(block); // BUG
    return NULL;
}

int main(void)
{
    pthread_t t;
    block = malloc(8);
    pthread_create(&t, NULL, release, NULL);
    release(NULL);
    pthread_join(t, NULL);
    return 0;
}

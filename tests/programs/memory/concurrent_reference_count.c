//@ verdict: verified
//@ properties: default,leak
//@ concurrent: yes
//
// As concurrent_double_free.c, done right: the result of the decrement decides.
// The block is freed exactly once.

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *block;
static atomic_int users = 2;

static void *release(void *unused)
{
    (void)unused;
    if (atomic_fetch_sub(&users, 1) == 1)
        free(block);
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

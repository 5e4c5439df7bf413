//@ verdict: violation
//@ kind: assertion
//@ line: 32
//@ concurrent: yes
//
// Only if the uninitialized value is taken for zero, and the other thread comes between, does
// the assertion fail.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int shared;

static void *work(void *unused)
{
    shared = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    int *p = malloc(sizeof *p);
    pthread_create(&thread, NULL, work, NULL);
    if (*p)
        pthread_join(thread, NULL);
    else {
        int before = shared;
        shared = 2;
        assert(before == shared - 2 || *p); // BUG
    }
    free(p);
    return 0;
}

//@ verdict: verified
//@ concurrent: yes
//@ symbolic: unknown, the end of the main thread before that of the process
//
// The process ends when the last thread does; atexit functions run then, and see
// what all threads did.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int finished;

static void last(void) { assert(finished == 2); }

static void *work(void *unused)
{
    finished++;
    return unused;
}

int main(void)
{
    pthread_t t;
    atexit(last);
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&t, NULL, work, NULL);
    pthread_exit(NULL);
}

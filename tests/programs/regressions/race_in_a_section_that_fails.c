//@ verdict: violation
//@ kind: data-race
//@ properties: default,data-race
//@ concurrent: yes
//
// What an atomic section did before it came to an end of its own races all the same.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int shared;

static void *worker(void *unused)
{
    heddle_atomic_begin();
    shared = 1;
    heddle_assume(0);
    heddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    shared = 2;
    pthread_join(thread, NULL);
    return 0;
}

//@ verdict: violation
//@ kind: assertion
//@ line: 29
//@ concurrent: yes
//
// Sleeping is no synchronization: the other thread may still not have run.

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int done;

static void *work(void *unused)
{
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    sched_yield();
    sleep(1);
    assert(done); // BUG
    pthread_join(t, NULL);
    return 0;
}

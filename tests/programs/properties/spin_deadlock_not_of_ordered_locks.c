//@ verdict: verified
//@ note: none
//@ concurrent: yes
//@ symbolic: bounded, loop
//
// The same locks, taken in the same order by both: who spins gets on at some point.

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock[2];

static void take(int which)
{
    while (atomic_exchange(&lock[which], 1))
        sched_yield();
}

static void give(int which)
{
    atomic_store(&lock[which], 0);
}

static void *work(void *unused)
{
    take(0);
    take(1);
    give(1);
    give(0);
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&other, NULL, work, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}

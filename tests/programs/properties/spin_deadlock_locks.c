//@ verdict: violation
//@ kind: spin-deadlock
//@ concurrent: yes
//@ symbolic: bounded, loop
//
// The deadly embrace with locks that the program has made itself. An exchange that stores what is there
// already changes nothing.

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

static void *work(void *arg)
{
    int mine = arg != NULL;
    take(mine);
    take(!mine);
    give(!mine);
    give(mine);
    return NULL;
}

int main(void)
{
    static int second;
    pthread_t one, other;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&other, NULL, work, &second);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}

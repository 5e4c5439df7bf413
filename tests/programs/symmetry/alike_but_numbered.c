//@ verdict: violation
//@ kind: assertion
//@ concurrent: yes
//
// Threads that run the same code ask who they are, and one of them is special.

#include <assert.h>
#include <pthread.h>

static _Atomic int turn;
static pthread_t special;

static void *work(void *unused)
{
    if (pthread_equal(special, pthread_self()))
        assert(turn == 0);
    else
        turn = 1;
    return unused;
}

static void *idle(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t first, threads[2];
    pthread_create(&first, 0, idle, 0);
    /* Numbers are given in order: this is the last thread's. */
    special = first + 2;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    pthread_join(first, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}

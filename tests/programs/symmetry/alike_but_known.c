//@ verdict: violation
//@ kind: assertion
//@ concurrent: yes
//
// Two threads that run the same code leave the addresses of their own variables behind.
// Which of them has gone on since is for the others to see.

#include <assert.h>
#include <pthread.h>

static _Atomic(_Atomic int *) last;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    _Atomic int steps = 0;
    last = &steps;
    steps = 1;
    pthread_mutex_lock(&lock);
    if (last)
        assert(*last == 1);
    last = 0;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}

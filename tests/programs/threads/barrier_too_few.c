//@ verdict: violation
//@ kind: deadlock
//@ concurrent: yes
//
// A barrier for three that only two ever reach.

#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t barrier;

static void *work(void *unused)
{
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&t, NULL, work, NULL);
    pthread_barrier_wait(&barrier);
    pthread_join(t, NULL);
    return 0;
}

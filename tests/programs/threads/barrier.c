//@ verdict: verified
//@ concurrent: yes
//
// Behind the barrier everybody has been before it, and exactly one thread is told
// that it is the serial one. The barrier is used twice.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_barrier_t barrier;
static atomic_int arrived, serial;

static void *work(void *unused)
{
    arrived++;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        serial++;
    assert(arrived == 2);
    pthread_barrier_wait(&barrier);
    assert(serial == 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    assert(pthread_barrier_init(&barrier, NULL, 2) == 0);
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    assert(pthread_barrier_destroy(&barrier) == 0);
    return 0;
}

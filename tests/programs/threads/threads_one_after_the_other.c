//@ verdict: verified
//@ concurrent: yes
//@ threads: many
//
// More threads than there are numbers, one after the other: numbers of threads that were
// joined are used again.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define THREADS 2100

static int count;

static void *work(void *value)
{
    count++;
    return value;
}

int main(void)
{
    for (long i = 0; i < THREADS; i++) {
        pthread_t thread;
        void *value;
        pthread_create(&thread, NULL, work, (void *)i);
        pthread_join(thread, &value);
        assert((long)value == i);
    }
    assert(count == THREADS);
    return 0;
}

//@ verdict: verified
//@ concurrent: yes
//@ symbolic: bounded, the loop work:
//@ unwind: 3
//
// A spinlock of __sync builtins with pauses in inline assembly.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int lock;
static int counter;

static void *work(void *unused)
{
    while (__sync_lock_test_and_set(&lock, 1))
        __asm__ __volatile__("pause" ::: "memory");
    counter++;
    __sync_lock_release(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}

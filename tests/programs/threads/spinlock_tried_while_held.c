//@ verdict: violation
//@ kind: assertion
//@ line: 26
//@ concurrent: yes
//
// A lock is tried while a thread holds it, which a release that is made early would hide.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;

static void *work(void *unused)
{
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_spin_init(&lock, 0);
    pthread_create(&thread, NULL, work, NULL);
    assert(pthread_spin_trylock(&lock) == 0); // BUG
    return 0;
}

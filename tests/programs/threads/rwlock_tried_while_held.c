//@ verdict: violation
//@ kind: assertion
//@ line: 25
//@ concurrent: yes
//
// A lock is tried while a thread holds it, which a release that is made early would hide.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *work(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    assert(pthread_rwlock_tryrdlock(&lock) == 0); // BUG
    return 0;
}

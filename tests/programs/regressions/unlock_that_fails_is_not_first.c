//@ verdict: violation
//@ kind: lock-misuse
//@ concurrent: yes
//
// Giving back a lock that one does not have ends the run, but not before the other thread
// could have failed, too: these are two bugs.

#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static volatile int begun;

static void *other(void *unused)
{
    (void)unused;
    assert(!begun);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    begun = 1;
    pthread_rwlock_unlock(&lock); // BUG
    pthread_join(thread, NULL);
    return 0;
}

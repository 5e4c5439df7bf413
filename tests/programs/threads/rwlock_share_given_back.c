//@ verdict: violation
//@ kind: lock-misuse
//@ concurrent: yes
//
// A share of a reader is given back by another thread, which has none: either of them fails,
// and these are two bugs.

#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reads(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock); // BUG
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, reads, NULL);
    pthread_rwlock_unlock(&lock); // BUG
    return 0;
}

//@ verdict: unknown
//@ reason: prefers writers
//
// At a lock that prefers writers, a second reader waits behind a writer that waits. heddle does
// not follow that, and says so.

#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock;

static void *change(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_rwlockattr_t attributes;
    pthread_rwlockattr_init(&attributes);
    pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&lock, &attributes);
    pthread_t thread;
    pthread_create(&thread, 0, change, 0);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}

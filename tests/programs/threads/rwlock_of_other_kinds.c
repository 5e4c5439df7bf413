//@ verdict: verified
//
// Other kinds of read-write locks are alike: whoever reads may read again.

#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    for (int kind = PTHREAD_RWLOCK_PREFER_READER_NP; kind <= PTHREAD_RWLOCK_PREFER_WRITER_NP; kind++) {
        pthread_rwlockattr_t attributes;
        pthread_rwlockattr_init(&attributes);
        assert(pthread_rwlockattr_setkind_np(&attributes, kind) == 0);
        pthread_rwlock_t *lock = malloc(sizeof *lock);
        pthread_rwlock_init(lock, &attributes);
        assert(pthread_rwlock_rdlock(lock) == 0);
        assert(pthread_rwlock_rdlock(lock) == 0);
        pthread_rwlock_unlock(lock);
        pthread_rwlock_unlock(lock);
        pthread_rwlock_destroy(lock);
        free(lock);
    }
    return 0;
}

//@ verdict: verified
//@ clang: -m32
//@ properties: default,data-race
//@ concurrent: yes
//
// Read-write locks, barriers, spin locks and things that are done once have other sizes, too.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t shared_lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static int done, count;
static long long value;

static void begin(void)
{
    done++;
}

static void *work(void *unused)
{
    pthread_once(&once, begin);
    pthread_spin_lock(&spin);
    count++;
    pthread_spin_unlock(&spin);
    pthread_rwlock_wrlock(&shared_lock);
    value = 1LL << 32;
    pthread_rwlock_unlock(&shared_lock);
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, work, NULL);
    pthread_rwlock_rdlock(&shared_lock);
    assert(value == 0 || value == 1LL << 32);
    pthread_rwlock_unlock(&shared_lock);
    work(NULL);
    assert(done == 1 && count == 2);
    pthread_join(t, NULL);
    return 0;
}

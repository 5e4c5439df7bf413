//@ verdict: verified
//@ output: native
//
// What operations return that cannot do what they shall.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

static const struct timespec past = {0, 1};

static void mutexes(void)
{
    pthread_mutexattr_t attr;
    pthread_mutex_t mutex;
    pthread_mutexattr_init(&attr);

    pthread_mutex_init(&mutex, NULL);
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
    assert(pthread_mutex_timedlock(&mutex, &past) == ETIMEDOUT);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_timedlock(&mutex, &past) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_destroy(&mutex) == 0);

    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &attr);
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_trylock(&mutex) == 0);
    assert(pthread_mutex_timedlock(&mutex, &past) == 0);
    assert(pthread_mutex_lock(&mutex) == 0);
    for (int i = 0; i < 4; i++)
        assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    assert(pthread_mutex_destroy(&mutex) == 0);

    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&mutex, &attr);
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
    assert(pthread_mutex_timedlock(&mutex, &past) == EDEADLK);
    assert(pthread_mutex_lock(&mutex) == EDEADLK);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    assert(pthread_mutex_destroy(&mutex) == 0);
    puts("mutexes");
}

static void rwlocks(void)
{
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    assert(pthread_rwlock_rdlock(&lock) == 0);
    assert(pthread_rwlock_tryrdlock(&lock) == 0);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_timedwrlock(&lock, &past) == ETIMEDOUT);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_wrlock(&lock) == 0);
    assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
    assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
    assert(pthread_rwlock_timedrdlock(&lock, &past) == EDEADLK);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_timedrdlock(&lock, &past) == 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_destroy(&lock) == 0);
    puts("read-write locks");
}

static void semaphores(void)
{
    sem_t sem;
    int value;
    assert(sem_init(&sem, 0, INT_MAX + 1u) == -1 && errno == EINVAL);
    assert(sem_init(&sem, 0, 1) == 0);
    assert(sem_timedwait(&sem, &past) == 0);
    assert(sem_trywait(&sem) == -1 && errno == EAGAIN);
    assert(sem_timedwait(&sem, &past) == -1 && errno == ETIMEDOUT);
    assert(sem_init(&sem, 0, INT_MAX) == 0);
    assert(sem_post(&sem) == -1);
    assert(sem_getvalue(&sem, &value) == 0 && value == INT_MAX);
    assert(sem_wait(&sem) == 0);
    assert(sem_getvalue(&sem, &value) == 0 && value == INT_MAX - 1);
    assert(sem_destroy(&sem) == 0);
    puts("semaphores");
}

static void others(void)
{
    pthread_spinlock_t spin;
    pthread_barrier_t barrier;
    assert(pthread_spin_init(&spin, 0) == 0);
    assert(pthread_spin_lock(&spin) == 0);
    assert(pthread_spin_trylock(&spin) == EBUSY);
    assert(pthread_spin_unlock(&spin) == 0);
    assert(pthread_spin_trylock(&spin) == 0);
    assert(pthread_spin_unlock(&spin) == 0);
    assert(pthread_spin_destroy(&spin) == 0);
    assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
    assert(pthread_barrier_init(&barrier, NULL, 1) == 0);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_destroy(&barrier) == 0);
    puts("spin locks and barriers");
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *wait_in_vain(void *argument)
{
    pthread_mutex_lock(&mutex);
    assert(pthread_cond_timedwait(&cond, &mutex, &past) == ETIMEDOUT);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
    pthread_mutex_unlock(&mutex);
    return argument;
}

static void conditions(void)
{
    pthread_t thread;
    assert(pthread_cond_signal(&cond) == 0);
    assert(pthread_cond_broadcast(&cond) == 0);
    pthread_create(&thread, NULL, wait_in_vain, NULL);
    pthread_join(thread, NULL);
    assert(pthread_cond_destroy(&cond) == 0);
    puts("condition variables");
}

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *through_the_gate(void *argument)
{
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return argument;
}

static void threads(void)
{
    pthread_t thread;
    void *value = NULL;
    int old;
    assert(pthread_join(pthread_self(), NULL) == EDEADLK);
    pthread_mutex_lock(&gate);
    pthread_create(&thread, NULL, through_the_gate, &thread);
    assert(pthread_tryjoin_np(thread, &value) == EBUSY);
    assert(pthread_timedjoin_np(thread, &value, &past) == ETIMEDOUT);
    assert(value == NULL);
    pthread_mutex_unlock(&gate);
    assert(pthread_join(thread, &value) == 0 && value == &thread);

    pthread_create(&thread, NULL, through_the_gate, NULL);
    assert(pthread_detach(thread) == 0);

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    pthread_cancel(pthread_self());
    pthread_testcancel();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_DISABLE);
    puts("threads");
}

int main(void)
{
    mutexes();
    rwlocks();
    semaphores();
    others();
    conditions();
    threads();
    return 0;
}

//@ verdict: violation
//@ kind: lock-misuse
//@ concurrent: yes
//
// Whatever is chosen here is misuse, and nothing gets past it.

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static sem_t sem;
static const struct timespec past = {0, 1};
static int waits;

static void *waiter(void *unused)
{
    pthread_mutex_lock(&mutex);
    waits = 1;
    pthread_cond_wait(&cond, &mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *arriver(void *unused)
{
    pthread_barrier_wait(&barrier);
    return unused;
}

static void misuse_mutex(void)
{
    switch (heddle_choose(7)) {
    case 0:
        pthread_mutex_unlock(&mutex);
        break;
    case 1:
        pthread_mutex_lock(&mutex);
        pthread_mutex_destroy(&mutex);
        break;
    case 2:
        pthread_mutex_lock(&mutex);
        pthread_mutex_init(&mutex, NULL);
        break;
    case 3:
        pthread_mutex_destroy(&mutex);
        pthread_mutex_lock(&mutex);
        break;
    case 4:
        pthread_mutex_destroy(&mutex);
        pthread_mutex_trylock(&mutex);
        break;
    case 5:
        pthread_mutex_destroy(&mutex);
        pthread_mutex_destroy(&mutex);
        break;
    default:
        pthread_mutex_lock(malloc(sizeof mutex));
    }
}

static void misuse_condition(void)
{
    pthread_t thread;
    switch (heddle_choose(5)) {
    case 0:
        pthread_cond_destroy(&cond);
        pthread_cond_signal(&cond);
        break;
    case 1:
        pthread_cond_destroy(&cond);
        pthread_cond_broadcast(&cond);
        break;
    case 2:
        pthread_cond_timedwait(&cond, &mutex, &past);
        break;
    case 3:
        pthread_mutex_lock(&mutex);
        pthread_cond_destroy(&cond);
        pthread_cond_timedwait(&cond, &mutex, &past);
        break;
    default:
        pthread_create(&thread, NULL, waiter, NULL);
        pthread_mutex_lock(&mutex);
        if (!waits)
            exit(0);
        pthread_cond_destroy(&cond);
    }
}

static void misuse_rwlock(void)
{
    switch (heddle_choose(5)) {
    case 0:
        pthread_rwlock_unlock(&rwlock);
        break;
    case 1:
        pthread_rwlock_rdlock(&rwlock);
        pthread_rwlock_destroy(&rwlock);
        break;
    case 2:
        pthread_rwlock_wrlock(&rwlock);
        pthread_rwlock_destroy(&rwlock);
        break;
    case 3:
        pthread_rwlock_destroy(&rwlock);
        pthread_rwlock_rdlock(&rwlock);
        break;
    default:
        pthread_rwlock_trywrlock(malloc(sizeof rwlock));
    }
}

static void misuse_spin_or_semaphore(void)
{
    pthread_spin_init(&spin, 0);
    switch (heddle_choose(5)) {
    case 0:
        pthread_spin_unlock(&spin);
        break;
    case 1:
        pthread_spin_lock(&spin);
        pthread_spin_destroy(&spin);
        break;
    case 2:
        pthread_spin_destroy(&spin);
        pthread_spin_lock(&spin);
        break;
    case 3:
        sem_destroy(&sem);
        sem_post(&sem);
        break;
    default:
        sem_wait(malloc(sizeof sem));
    }
}

static void misuse_barrier(void)
{
    pthread_t thread;
    switch (heddle_choose(3)) {
    case 0:
        pthread_barrier_destroy(&barrier);
        break;
    case 1:
        pthread_barrier_init(&barrier, NULL, 1);
        pthread_barrier_destroy(&barrier);
        pthread_barrier_wait(&barrier);
        break;
    default:
        pthread_barrier_init(&barrier, NULL, 2);
        pthread_create(&thread, NULL, arriver, NULL);
        /* The second word tells how many have come. */
        if (((volatile unsigned *)&barrier)[1] == 0)
            exit(0);
        pthread_barrier_destroy(&barrier);
    }
}

int main(void)
{
    void (*const misuses[])(void) = {misuse_mutex, misuse_condition, misuse_rwlock,
                                     misuse_spin_or_semaphore, misuse_barrier};
    misuses[heddle_choose(5)]();
    heddle_assert(!"this is not reached");
    return 0;
}

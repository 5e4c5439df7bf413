//@ verdict: verified
//@ clang: -m32
//@ concurrent: yes
//
// A recursive mutex made by attributes, a semaphore, a key, thread-local storage, a
// barrier: on 32 bits.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t mutex;
static pthread_barrier_t barrier;
static sem_t posted;
static pthread_key_t key;
static _Thread_local int mine = 4;

static void *work(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    mine++;
    pthread_setspecific(key, &mine);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_unlock(&mutex);
    sem_post(&posted);
    pthread_barrier_wait(&barrier);
    assert(*(int *)pthread_getspecific(key) == 5);
    return unused;
}

int main(void)
{
    pthread_mutexattr_t attr;
    pthread_t t;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &attr);
    pthread_barrier_init(&barrier, NULL, 2);
    sem_init(&posted, 0, 0);
    pthread_key_create(&key, NULL);
    pthread_create(&t, NULL, work, NULL);
    sem_wait(&posted);
    pthread_barrier_wait(&barrier);
    pthread_join(t, NULL);
    assert(mine == 4 && pthread_getspecific(key) == NULL);
    return 0;
}

//@ verdict: violation
//@ kind: deadlock
//@ symbolic: slow, thousands of rounds
//
// The thread that alone can move wakes another, which waits for a lock from then on and closes a circle.
// Nobody notices, since the process ends at once.

#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t is_waiting, is_stuck;
static volatile unsigned count;

static void *waiter(void *unused)
{
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner);
    sem_post(&is_waiting);
    pthread_cond_wait(&condition, &inner);
    pthread_mutex_unlock(&inner);
    pthread_mutex_unlock(&outer);
    return unused;
}

static void *owner(void *unused)
{
    sem_wait(&is_waiting);
    pthread_mutex_lock(&inner);
    sem_post(&is_stuck);
    pthread_mutex_lock(&outer);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    sem_init(&is_waiting, 0, 0);
    sem_init(&is_stuck, 0, 0);
    pthread_create(&threads[0], NULL, waiter, NULL);
    pthread_create(&threads[1], NULL, owner, NULL);
    sem_wait(&is_stuck);
    for (unsigned i = 0; i < 3000; i++)
        count = i;
    pthread_cond_signal(&condition);
    return 0;
}

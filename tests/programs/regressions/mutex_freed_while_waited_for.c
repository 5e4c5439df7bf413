//@ verdict: violation
//@ kind: memory
//@ detail: use-after-free
//
// A thread that was woken locks its mutex again, which was freed meanwhile.

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_mutex_t *mutex;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t waiting;

static void *work(void *unused)
{
    pthread_mutex_lock(mutex);
    sem_post(&waiting);
    pthread_cond_wait(&condition, mutex);
    return unused;
}

int main(void)
{
    pthread_t t;
    mutex = malloc(sizeof *mutex);
    pthread_mutex_init(mutex, NULL);
    sem_init(&waiting, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    sem_wait(&waiting);
    pthread_mutex_lock(mutex);
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(mutex);
    free(mutex);
    pthread_join(t, NULL);
}

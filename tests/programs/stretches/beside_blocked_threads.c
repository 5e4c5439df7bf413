//@ verdict: violation
//@ kind: assertion
//@ line: 24
//@ concurrent: yes
//@ symbolic: slow, thousands of rounds
//
// A thread goes a long way while one waits for its lock and main for its end; then the other one
// goes on from what it has left.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t coming;
static unsigned sum;

static void *waits(void *unused)
{
    (void)unused;
    sem_post(&coming);
    pthread_mutex_lock(&lock);
    // That is not all of it: the other thread adds one more.
    assert(sum != 2100); // BUG
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *works(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    sem_wait(&coming);
    for (int i = 0; i < 2100; i++)
        sum++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    sum++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    sem_init(&coming, 0, 0);
    pthread_create(&threads[1], NULL, works, NULL);
    pthread_create(&threads[0], NULL, waits, NULL);
    pthread_join(threads[1], NULL);
    pthread_join(threads[0], NULL);
    return 0;
}

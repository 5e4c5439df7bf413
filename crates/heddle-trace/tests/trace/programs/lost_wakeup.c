#include <pthread.h>
#include <stdio.h>

enum state { EMPTY, FULL };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static volatile enum state box;

static void *producer(void *unused)
{
    puts("packing");
    box = FULL; /* without the lock */
    pthread_cond_signal(&ready);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    pthread_mutex_lock(&m);
    while (box == EMPTY)
        pthread_cond_wait(&ready, &m);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
}

//@ fails: 5
//
// A first look without the mutex, at a variable that is not atomic.

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int is_open;

void wait_until_open(void)
{
    if (is_open)
        return;
    pthread_mutex_lock(&mutex);
    while (!is_open)
        pthread_cond_wait(&opened, &mutex);
    pthread_mutex_unlock(&mutex);
}

void open_gate(void)
{
    pthread_mutex_lock(&mutex);
    is_open = 1;
    pthread_cond_broadcast(&opened);
    pthread_mutex_unlock(&mutex);
}

//@ fails: 3
//
// Whoever is woken believes that it is open.

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int is_open;

void wait_until_open(void)
{
    pthread_mutex_lock(&mutex);
    if (!is_open)
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

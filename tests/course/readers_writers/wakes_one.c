//@ fails: 1 2 3
//
// One is woken, who may be the wrong one, or not the only one.

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, writers;

void begin_read(void)
{
    pthread_mutex_lock(&mutex);
    while (writers > 0)
        pthread_cond_wait(&changed, &mutex);
    readers++;
    pthread_mutex_unlock(&mutex);
}

void end_read(void)
{
    pthread_mutex_lock(&mutex);
    readers--;
    pthread_mutex_unlock(&mutex);
}

void begin_write(void)
{
    pthread_mutex_lock(&mutex);
    while (readers > 0 || writers > 0)
        pthread_cond_wait(&changed, &mutex);
    writers++;
    pthread_mutex_unlock(&mutex);
}

void end_write(void)
{
    pthread_mutex_lock(&mutex);
    writers--;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
}

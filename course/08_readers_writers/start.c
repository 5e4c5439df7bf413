// Readers and writers, one after the other.

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void begin_read(void)
{
    pthread_mutex_lock(&mutex);
}

void end_read(void)
{
    pthread_mutex_unlock(&mutex);
}

void begin_write(void)
{
    pthread_mutex_lock(&mutex);
}

void end_write(void)
{
    pthread_mutex_unlock(&mutex);
}

// One lock for all that the doors share.

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int visitors;

void count(void)
{
    pthread_mutex_lock(&mutex);
    visitors++;
    pthread_mutex_unlock(&mutex);
}

int total(void)
{
    pthread_mutex_lock(&mutex);
    int now = visitors;
    pthread_mutex_unlock(&mutex);
    return now;
}

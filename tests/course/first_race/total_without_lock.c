//@ fails: 2
//
// Whoever only reads needs no lock, or so it seems.

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
    return visitors;
}

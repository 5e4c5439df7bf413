//@ fails: 1 3 4
//
// A stack, not a queue.

#include <pthread.h>

enum { ROOM = 2 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t room = PTHREAD_COND_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static int items[ROOM];
static int count;

void put(int item)
{
    pthread_mutex_lock(&mutex);
    while (count == ROOM)
        pthread_cond_wait(&room, &mutex);
    items[count++] = item;
    pthread_cond_signal(&some);
    pthread_mutex_unlock(&mutex);
}

int take(void)
{
    pthread_mutex_lock(&mutex);
    while (count == 0)
        pthread_cond_wait(&some, &mutex);
    int item = items[--count];
    pthread_cond_signal(&room);
    pthread_mutex_unlock(&mutex);
    return item;
}

//@ fails: 4
//
// One more than was asked for.

#include <pthread.h>

enum { ROOM = 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t room = PTHREAD_COND_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static int items[ROOM];
static int first, count;

void put(int item)
{
    pthread_mutex_lock(&mutex);
    while (count == ROOM)
        pthread_cond_wait(&room, &mutex);
    items[(first + count) % ROOM] = item;
    count++;
    pthread_cond_signal(&some);
    pthread_mutex_unlock(&mutex);
}

int take(void)
{
    pthread_mutex_lock(&mutex);
    while (count == 0)
        pthread_cond_wait(&some, &mutex);
    int item = items[first];
    first = (first + 1) % ROOM;
    count--;
    pthread_cond_signal(&room);
    pthread_mutex_unlock(&mutex);
    return item;
}

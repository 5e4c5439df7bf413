// Everybody is woken, and looks again.

#include <pthread.h>

enum { ROOM = 2 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items[ROOM];
static int first, count;

void put(int item)
{
    pthread_mutex_lock(&mutex);
    while (count == ROOM)
        pthread_cond_wait(&changed, &mutex);
    items[(first + count) % ROOM] = item;
    count++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

int take(void)
{
    pthread_mutex_lock(&mutex);
    while (count == 0)
        pthread_cond_wait(&changed, &mutex);
    int item = items[first];
    first = (first + 1) % ROOM;
    count--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return item;
}

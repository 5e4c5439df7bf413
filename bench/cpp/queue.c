/* Two producers and a consumer at a queue with room for two. */
#include <assert.h>
#include <pthread.h>

enum { ROOM = 2, EACH = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int items[ROOM], first, count;

static void put(int item)
{
    pthread_mutex_lock(&lock);
    while (count == ROOM)
        pthread_cond_wait(&not_full, &lock);
    items[(first + count++) % ROOM] = item;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
}

static int take(void)
{
    pthread_mutex_lock(&lock);
    while (count == 0)
        pthread_cond_wait(&not_empty, &lock);
    int item = items[first];
    first = (first + 1) % ROOM;
    count--;
    pthread_cond_broadcast(&not_full);
    pthread_mutex_unlock(&lock);
    return item;
}

static void *produce(void *arg)
{
    for (int i = 1; i <= EACH; i++)
        put(i);
    return arg;
}

int main(void)
{
    pthread_t producers[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&producers[i], 0, produce, 0);
    int sum = 0;
    for (int i = 0; i < 2 * EACH; i++)
        sum += take();
    for (int i = 0; i < 2; i++)
        pthread_join(producers[i], 0);
    assert(sum == 6);
}

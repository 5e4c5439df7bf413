// A bounded buffer that looks only once.
//
// As bounded_buffer.c, but whoever waits does not look again after waking up.
// One consumer sleeps; the producer puts an item and wakes it; before it is
// really up, the other consumer comes along and takes the item. The first one
// then takes from an empty buffer. No spurious wake-up is needed for that.
//
// Expected: a violation of the assertion in take().
//
//@ verdict: violation
//@ kind: assertion
//@ line: 43
//@ concurrent: yes

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { CAPACITY = 1, CONSUMERS = 2 };

static int buffer[CAPACITY];
static int count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;

static void put(int item)
{
    pthread_mutex_lock(&mutex);
    if (count == CAPACITY)
        pthread_cond_wait(&not_full, &mutex);
    assert(count < CAPACITY);
    buffer[count++] = item;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
}

static int take(void)
{
    pthread_mutex_lock(&mutex);
    if (count == 0)
        pthread_cond_wait(&not_empty, &mutex);
    assert(count > 0); // can fail
    int item = buffer[--count];
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
    return item;
}

static void *consumer(void *received)
{
    *(int *)received = take();
    return NULL;
}

int main(void)
{
    int received[CONSUMERS];
    pthread_t consumers[CONSUMERS];

    for (int i = 0; i < CONSUMERS; i++)
        pthread_create(&consumers[i], NULL, consumer, &received[i]);
    put(10);
    put(20);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_join(consumers[i], NULL);
    assert(received[0] + received[1] == 30);
    return 0;
}

//@ switches: 5

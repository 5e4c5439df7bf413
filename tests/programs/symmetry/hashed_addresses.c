//@ verdict: verified
//@ concurrent: yes
//
// Objects lie in buckets by their addresses: one that was put into a bucket must be found
// there ever after, whatever becomes of the others.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { BUCKETS = 4 };

struct item {
    struct item *next;
};

static struct item *buckets[BUCKETS], *last;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned hash(struct item *item)
{
    uintptr_t address = (uintptr_t)item;
    return (unsigned)(address >> 32 ^ address >> 52) % BUCKETS;
}

static int has(struct item *wanted)
{
    struct item *item = buckets[hash(wanted)];
    while (item && item != wanted)
        item = item->next;
    return item != NULL;
}

static void *work(void *unused)
{
    struct item *spare = malloc(sizeof *spare), *item = malloc(sizeof *item);
    pthread_mutex_lock(&lock);
    last = item;
    pthread_mutex_unlock(&lock);
    free(spare);
    pthread_mutex_lock(&lock);
    item->next = buckets[hash(item)];
    buckets[hash(item)] = item;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    assert(has(item));
    last = NULL;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

//@ verdict: violation
//@ kind: memory
//@ detail: use-after-free
//@ concurrent: yes
//
// An item is taken out of a list and freed while another thread stands on it: it is told
// where it came from, under whatever names it went.

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct item {
    struct item *next;
    int value;
};

static struct item *items;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(int value)
{
    struct item *item = malloc(sizeof *item);
    item->value = value;
    pthread_mutex_lock(&lock);
    item->next = items;
    items = item;
    pthread_mutex_unlock(&lock);
}

static void *remover(void *unused)
{
    pthread_mutex_lock(&lock);
    struct item *item = items;
    if (item)
        items = item->next;
    pthread_mutex_unlock(&lock);
    free(item);
    return unused;
}

static void *reader(void *unused)
{
    pthread_mutex_lock(&lock);
    struct item *item = items;
    pthread_mutex_unlock(&lock);
    add(3);
    if (item)
        item->value++; // BUG
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    add(1);
    add(2);
    pthread_create(&threads[0], NULL, remover, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

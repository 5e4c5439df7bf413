//@ verdict: verified
//@ concurrent: yes
//
// Whose item comes first is a matter of luck, but all items are alike: with their names
// left out, all orders are one.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct item {
    struct item *next;
    int value;
};

static struct item *items;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    struct item *item = malloc(sizeof *item);
    item->value = 1;
    pthread_mutex_lock(&lock);
    item->next = items;
    items = item;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    int sum = 0;
    for (struct item *item = items; item; item = item->next)
        sum += item->value;
    assert(sum == 3);
    return 0;
}

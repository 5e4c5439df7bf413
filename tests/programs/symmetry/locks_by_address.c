//@ verdict: verified
//@ concurrent: yes
//
// Locks are taken in the order of their addresses, which must not change on the way:
// then there is no deadlock.

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int money;
};

static struct account *table[3];

static void transfer(struct account *from, struct account *to)
{
    struct account *first = from < to ? from : to;
    struct account *second = from < to ? to : from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->money--;
    to->money++;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *one(void *unused)
{
    struct account *from = table[0], *to = table[1];
    // The way by which the account is found first is closed.
    table[0] = NULL;
    transfer(from, to);
    transfer(to, from);
    return unused;
}

static void *two(void *unused)
{
    transfer(table[1], table[2]);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        table[i] = calloc(1, sizeof *table[i]);
        pthread_mutex_init(&table[i]->lock, NULL);
    }
    table[2] = table[0];
    pthread_create(&threads[0], NULL, one, NULL);
    pthread_create(&threads[1], NULL, two, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

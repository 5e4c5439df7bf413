//@ fails: 3
//
// In order, but an account to itself.

#include <pthread.h>

static struct account {
    pthread_mutex_t mutex;
    int coins;
} accounts[3] = {
    {PTHREAD_MUTEX_INITIALIZER, 10},
    {PTHREAD_MUTEX_INITIALIZER, 10},
    {PTHREAD_MUTEX_INITIALIZER, 10},
};

int balance(int account)
{
    pthread_mutex_lock(&accounts[account].mutex);
    int now = accounts[account].coins;
    pthread_mutex_unlock(&accounts[account].mutex);
    return now;
}

void transfer(int from, int to, int amount)
{
    struct account *first = &accounts[from < to ? from : to];
    struct account *second = &accounts[from < to ? to : from];
    pthread_mutex_lock(&first->mutex);
    pthread_mutex_lock(&second->mutex);
    accounts[from].coins -= amount;
    accounts[to].coins += amount;
    pthread_mutex_unlock(&second->mutex);
    pthread_mutex_unlock(&first->mutex);
}

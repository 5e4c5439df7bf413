// Three accounts with a lock each.

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
    pthread_mutex_lock(&accounts[from].mutex);
    pthread_mutex_lock(&accounts[to].mutex);
    accounts[from].coins -= amount;
    accounts[to].coins += amount;
    pthread_mutex_unlock(&accounts[to].mutex);
    pthread_mutex_unlock(&accounts[from].mutex);
}

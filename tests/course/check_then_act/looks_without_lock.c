//@ fails: 3
//
// A first look outside the lock, to save time where there is nothing to take.

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int money;

int balance(void)
{
    pthread_mutex_lock(&mutex);
    int now = money;
    pthread_mutex_unlock(&mutex);
    return now;
}

void deposit(int amount)
{
    pthread_mutex_lock(&mutex);
    money += amount;
    pthread_mutex_unlock(&mutex);
}

int withdraw(int amount)
{
    if (money < amount)
        return 0;
    pthread_mutex_lock(&mutex);
    int fits = money >= amount;
    if (fits)
        money -= amount;
    pthread_mutex_unlock(&mutex);
    return fits;
}

//@ fails: 2
//
// Nothing is taken where too little is left, but nobody is told.

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
    if (balance() < amount)
        return 0;
    pthread_mutex_lock(&mutex);
    if (money >= amount)
        money -= amount;
    pthread_mutex_unlock(&mutex);
    return 1;
}

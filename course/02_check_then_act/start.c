// An account that may never be overdrawn.

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
    deposit(-amount);
    return 1;
}

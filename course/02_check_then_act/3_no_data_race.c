//@ requirement: No data race
//@ options: --property data-race
//@ hint: Every look at `money` needs the lock, also one that comes a second time.

#include <pthread.h>

void deposit(int amount);
int withdraw(int amount);
int balance(void);

static void *use(void *unused)
{
    deposit(1);
    withdraw(1);
    balance();
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, use, NULL);
    pthread_create(&other, NULL, use, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
}

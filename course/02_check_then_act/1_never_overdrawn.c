//@ requirement: The account is never overdrawn
//@ hint: What does each thread know when it takes the money, and is it still true then?
//@ hint: Between `balance` and `deposit` nobody holds the lock, so someone else may withdraw there.
//@ hint: Hold the lock from the look to the act. `balance` and `deposit` lock by themselves: do not call them meanwhile.

#include <assert.h>
#include <pthread.h>

void deposit(int amount);
int withdraw(int amount);
int balance(void);

static void *spend(void *unused)
{
    withdraw(60);
    assert(balance() >= 0);
    return unused;
}

int main(void)
{
    deposit(100);
    pthread_t one, other;
    pthread_create(&one, NULL, spend, NULL);
    pthread_create(&other, NULL, spend, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    assert(balance() >= 0);
}

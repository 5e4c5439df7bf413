//@ requirement: No coin is lost, and whoever withdraws what is there gets it, once
//@ hint: The answer of `withdraw` has to fit what it has done, and nothing else may be lost or refused meanwhile.
//@ hint: Two withdrawals that both fit are both done; of two that do not fit together, exactly one; and one that fits is done, whatever else is asked for.

#include <assert.h>
#include <pthread.h>

void deposit(int amount);
int withdraw(int amount);
int balance(void);

static void *earn(void *unused)
{
    deposit(60);
    return unused;
}

static void *spend(void *amount)
{
    return (void *)(long)withdraw((int)(long)amount);
}

/* Withdraws two amounts at the same time, and tells which it got: 1, 2, or 3 for both. */
static int spend_two(long first, long second)
{
    pthread_t thread;
    pthread_create(&thread, NULL, spend, (void *)second);
    int got = withdraw((int)first);
    void *also;
    pthread_join(thread, &also);
    return got + 2 * (int)(long)also;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, earn, NULL);
    deposit(40);
    pthread_join(thread, NULL);
    assert(balance() == 100);
    assert(spend_two(30, 20) == 3 && balance() == 50);
    int got = spend_two(40, 40);
    assert((got == 1 || got == 2) && balance() == 10);
    assert(spend_two(5, 20) == 1 && balance() == 5);
    assert(withdraw(6) == 0 && balance() == 5);
}

//@ requirement: Whoever withdraws what is there gets it, once
//@ hint: The answer of `withdraw` has to fit what it has done.
//@ hint: Two withdrawals that both fit are both done; of two that do not fit together, exactly one.

#include <assert.h>
#include <pthread.h>

void deposit(int amount);
int withdraw(int amount);
int balance(void);

static void *spend(void *amount)
{
    return (void *)(long)withdraw((int)(long)amount);
}

static int spent_by_two(long amount)
{
    pthread_t other;
    pthread_create(&other, NULL, spend, (void *)amount);
    int mine = withdraw((int)amount);
    void *theirs;
    pthread_join(other, &theirs);
    return mine + (int)(long)theirs;
}

int main(void)
{
    deposit(100);
    assert(spent_by_two(30) == 2 && balance() == 40);
    assert(spent_by_two(40) == 1 && balance() == 0);
    assert(withdraw(1) == 0);
}

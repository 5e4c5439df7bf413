//@ requirement: No coin is lost, none is made
//@ hint: Both accounts change, and both locks have to be held for that, or each for its own change.

#include <assert.h>
#include <pthread.h>

void transfer(int from, int to, int amount);
int balance(int account);

static void *forth(void *unused)
{
    transfer(0, 1, 4);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, forth, NULL);
    transfer(1, 0, 3);
    transfer(1, 2, 1);
    pthread_join(thread, NULL);
    assert(balance(0) == 9 && balance(1) == 10 && balance(2) == 11);
}

//@ requirement: No data race
//@ options: --property data-race
//@ hint: Each account is looked at and changed with its own lock held.

#include <pthread.h>

void transfer(int from, int to, int amount);
int balance(int account);

static void *forth(void *unused)
{
    transfer(0, 1, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, forth, NULL);
    transfer(1, 0, 1);
    balance(0);
    balance(1);
    pthread_join(thread, NULL);
}

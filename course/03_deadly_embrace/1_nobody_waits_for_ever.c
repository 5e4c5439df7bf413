//@ requirement: Nobody waits for ever
//@ hint: At the end of the run, which lock does each thread hold, and which does it wait for?
//@ hint: A circle of threads that wait for each other needs someone who takes locks in another order than the rest.
//@ hint: Give the accounts an order, and take the lock of the smaller one first, whoever gives and whoever takes.

#include <pthread.h>

void transfer(int from, int to, int amount);

static void *pass_on(void *from)
{
    int account = (int)(long)from;
    transfer(account, (account + 1) % 3, 1);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    for (long account = 0; account < 3; account++)
        pthread_create(&threads[account], NULL, pass_on, (void *)account);
    for (int account = 0; account < 3; account++)
        pthread_join(threads[account], NULL);
}

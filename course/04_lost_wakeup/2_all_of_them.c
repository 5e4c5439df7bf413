//@ requirement: All who wait get through, not only one
//@ hint: `pthread_cond_signal` wakes one of those who wait. How many are there?
//@ hint: `pthread_cond_broadcast` wakes all of them.

#include <pthread.h>

void wait_until_open(void);
void open_gate(void);

static void *come(void *unused)
{
    wait_until_open();
    return unused;
}

int main(void)
{
    enum { VISITORS = 4 };
    pthread_t visitors[VISITORS];
    for (int number = 0; number < VISITORS; number++)
        pthread_create(&visitors[number], NULL, come, NULL);
    open_gate();
    for (int number = 0; number < VISITORS; number++)
        pthread_join(visitors[number], NULL);
}

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
    pthread_t visitors[2];
    pthread_create(&visitors[0], NULL, come, NULL);
    pthread_create(&visitors[1], NULL, come, NULL);
    open_gate();
    pthread_join(visitors[0], NULL);
    pthread_join(visitors[1], NULL);
}

//@ requirement: No data race
//@ options: --property data-race
//@ hint: Who waits reads what the opener writes: with the mutex held, or as an atomic variable.

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
    pthread_t visitor;
    pthread_create(&visitor, NULL, come, NULL);
    open_gate();
    pthread_join(visitor, NULL);
}

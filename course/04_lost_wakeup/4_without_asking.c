//@ requirement: Waiting takes nothing: no loop that asks again and again
//@ options: --ltl 'F is_through'
//@ hint: In the cycle, the one who waits moves all the time, and the gate stays as it is.
//@ hint: A thread in `pthread_cond_wait` sleeps until it is woken.

#include <pthread.h>
#include <stdatomic.h>

void wait_until_open(void);
void open_gate(void);

static atomic_int is_through;

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
    is_through = 1;
}

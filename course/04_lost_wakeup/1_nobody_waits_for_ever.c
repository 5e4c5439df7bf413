//@ requirement: Whoever waits gets through
//@ hint: In the run, is the signal before or behind the wait?
//@ hint: A signal wakes those who wait already. It is not kept for those who come later.
//@ hint: Look at `is_open` and begin to wait as one step, and open as one step: hold the mutex for both.

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

//@ requirement: Nobody gets through before the gate is open
//@ options: --spurious-wakeups
//@ hint: A wait may end without a signal: POSIX says so.
//@ hint: After a wait, look again at what was waited for: `while`, not `if`.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void wait_until_open(void);
void open_gate(void);

static atomic_int may_be_open;

static void *come(void *unused)
{
    wait_until_open();
    assert(may_be_open);
    return unused;
}

int main(void)
{
    pthread_t visitor;
    pthread_create(&visitor, NULL, come, NULL);
    may_be_open = 1;
    open_gate();
    pthread_join(visitor, NULL);
}

//@ verdict: verified
//@ options: --invariant balanced
//@ concurrent: yes
//
// As invariant_between_writes.c, but the two writes are one step: what is in the middle
// of an atomic section is no state to look at.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int here = 10, there;

int balanced(void);

int balanced(void)
{
    return here + there == 10;
}

static void *transfer(void *unused)
{
    heddle_atomic_begin();
    here -= 3;
    there += 3;
    heddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, transfer, NULL);
    transfer(NULL);
    pthread_join(thread, NULL);
    return 0;
}

//@ verdict: violation
//@ kind: invariant
//@ line: 18
//@ options: --invariant balanced
//@ concurrent: yes
//
// The invariant holds before and after each transfer, and fails only in the state
// between its two writes, which no other thread needs to look at.

#include <pthread.h>
#include <stddef.h>

static int here = 10, there;

// For heddle alone, so that nothing else in the program is about it.
int balanced(void);

int balanced(void) // BUG
{
    return here + there == 10;
}

static void *transfer(void *unused)
{
    here -= 3;
    there += 3;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, transfer, NULL);
    pthread_join(thread, NULL);
    return 0;
}

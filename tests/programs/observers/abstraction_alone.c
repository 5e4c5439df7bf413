//@ verdict: violation
//@ kind: assertion
//@ line: 35
//@ concurrent: yes
//@ symbolic: unknown, __heddle_abstraction
//
// An abstraction beside which everything is matched hides nothing: heddle_abs is a
// variable that is up to date after each step.

#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void summarize(void)
{
    int high = count;
    heddle_abs[0] += high > 1;
    heddle_abs[63] = 9;
}

static void *work(void *unused)
{
    count++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    heddle_abstraction(summarize);
    pthread_create(&thread, NULL, work, NULL);
    count++;
    heddle_assert(heddle_abs[0] == 0); // BUG
    pthread_join(thread, NULL);
    return 0;
}

//@ verdict: violation
//@ kind: ltl
//@ options: --states 50000 --ltl 'G F even'
//@ temporal: yes
//
// The states have no end, but there is a run that goes round among the first of them, and it is
// found when a limit ends the search, too.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static volatile int even;
static volatile unsigned long count;

static void *counter(void *argument)
{
    (void)argument;
    for (;;)
        count++;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, counter, NULL);
    for (;;)
        even = 0;
    return 0;
}

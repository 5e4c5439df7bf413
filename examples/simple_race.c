// The simplest race.
//
// Two visitors pass the turnstile, and each adds one to the counter. Adding one
// is three steps: read, add, write. If both read before either writes, the
// counter has seen one visitor.
//
// Expected: a violation of the assertion.
//
//@ verdict: violation
//@ kind: assertion
//@ line: 34
//@ concurrent: yes

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int visitors;

static void *turnstile(void *unused)
{
    (void)unused;
    visitors++;
    return NULL;
}

int main(void)
{
    pthread_t north, south;
    pthread_create(&north, NULL, turnstile, NULL);
    pthread_create(&south, NULL, turnstile, NULL);
    pthread_join(north, NULL);
    pthread_join(south, NULL);
    assert(visitors == 2); // can fail
    return 0;
}

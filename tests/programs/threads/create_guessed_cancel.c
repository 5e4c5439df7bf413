//@ verdict: violation
//@ kind: assertion
//@ line: 15
//@ concurrent: yes
//
// A thread cancels the next one by a guess, which need not exist yet.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *guess(void *unused)
{
    int result = pthread_cancel(pthread_self() + 1);
    assert(result == 0); // BUG
    return unused;
}

static void *nothing(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t guesser, other;
    pthread_create(&guesser, NULL, guess, NULL);
    pthread_create(&other, NULL, nothing, NULL);
    pthread_join(guesser, NULL);
    return 0;
}

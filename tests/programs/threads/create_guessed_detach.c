//@ verdict: violation
//@ kind: assertion
//@ line: 16
//@ concurrent: yes
//
// A thread guesses the identifier of the next one, which need not exist yet: creation must not
// be made early.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *guess(void *unused)
{
    int result = pthread_detach(pthread_self() + 1);
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

//@ verdict: violation
//@ kind: assertion
//@ line: 37
//@ concurrent: yes
//@ symbolic: unknown, waiting in an atomic section
//
// The same with the end of a thread.

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int half_done;
static pthread_t first;

static void *nothing(void *unused)
{
    return unused;
}

static void *joiner(void *unused)
{
    heddle_atomic_begin();
    half_done = 1;
    pthread_join(first, NULL);
    half_done = 0;
    heddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t second;
    pthread_create(&first, NULL, nothing, NULL);
    pthread_create(&second, NULL, joiner, NULL);
    assert(!half_done); // BUG
    pthread_join(second, NULL);
    return 0;
}

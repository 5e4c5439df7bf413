//@ verdict: violation
//@ kind: assertion
//@ line: 25
//@ properties: error-call
// A call of an error function is found, although an assertion fails in other runs before.
#include <assert.h>
#include <pthread.h>

extern void reach_error(void);

static int x;

static void *set(void *arg)
{
    (void)arg;
    x = 1;
    x = 2;
    return 0;
}

static void check(int seen)
{
    assert(seen != 1);
    if (seen == 2)
        reach_error();
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    check(x);
    pthread_join(thread, 0);
    return 0;
}

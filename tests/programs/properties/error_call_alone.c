//@ verdict: verified
//@ properties: error-call
// Only calls of error functions are looked for: an assertion that fails ends its run.
#include <assert.h>
#include <pthread.h>

extern void reach_error(void);

static int x;

static void *set(void *arg)
{
    (void)arg;
    x = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    int seen = x;
    assert(seen == 0);
    if (seen == 1)
        reach_error();
    pthread_join(thread, 0);
    return 0;
}

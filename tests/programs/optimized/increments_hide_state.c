//@ verdict: verified
//@ clang: -O2
//@ concurrent: yes
//
// At -O2 the intermediate value is never stored, so that it cannot be seen: the
// assertion holds here, and fails at -O0.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int steps;

static void *work(void *unused)
{
    steps++;
    steps++;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int seen = *(volatile int *)&steps;
    assert(seen != 1);
    pthread_join(t, NULL);
    return 0;
}

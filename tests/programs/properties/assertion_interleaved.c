//@ verdict: violation
//@ kind: assertion
//@ line: 19
//@ concurrent: yes
//
// An assertion in a thread that fails only if main's write comes between the two
// reads.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *work(void *unused)
{
    int a = x, b = x;
    assert(a == b); // BUG
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    x = 1;
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: violation
//@ kind: assertion
//@ line: 34
//@ concurrent: yes
//
// A sequence lock whose reader does not look at the number again.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint sequence;
static atomic_int x, y;

static void *writer(void *unused)
{
    sequence++;
    x = 1;
    y = 1;
    sequence++;
    return unused;
}

int main(void)
{
    pthread_t t;
    int a, b;
    pthread_create(&t, NULL, writer, NULL);
    while (sequence % 2 != 0)
        ;
    a = x;
    b = y;
    assert(a == b); // BUG
    pthread_join(t, NULL);
    return 0;
}

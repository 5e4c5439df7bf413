//@ verdict: verified
//@ concurrent: yes
//@ symbolic: bounded, the loop main:
//@ unwind: 3
//
// A sequence lock: the reader tries again unless it saw an even number, the same
// before and after.

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
    unsigned before;
    int a, b;
    pthread_create(&t, NULL, writer, NULL);
    do {
        before = sequence;
        a = x;
        b = y;
    } while (before % 2 != 0 || sequence != before);
    assert(a == b);
    pthread_join(t, NULL);
    return 0;
}

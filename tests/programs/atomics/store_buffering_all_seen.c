//@ verdict: violation
//@ kind: assertion
//@ line: 31
//@ concurrent: yes
//
// Of the four outcomes of store buffering three exist; here the one in which both
// see the other's store is claimed away.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int r1, r2;

static void *work(void *unused)
{
    x = 1;
    r1 = y;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    y = 1;
    r2 = x;
    pthread_join(t, NULL);
    assert(!(r1 == 1 && r2 == 1)); // BUG
    return 0;
}

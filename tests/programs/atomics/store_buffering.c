//@ verdict: verified
//@ concurrent: yes
//
// The litmus test for store buffers: under sequential consistency at least one
// thread sees the other's store.

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
    assert(r1 == 1 || r2 == 1);
    return 0;
}

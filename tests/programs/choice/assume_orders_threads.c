//@ verdict: verified
//@ concurrent: yes
//
// Only the interleavings in which the thread was first are looked at.

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int done;
static int data;

static void *work(void *unused)
{
    data = 5;
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    heddle_assume(done == 1);
    assert(data == 5);
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: violation
//@ kind: assertion
//@ line: 25
//@ concurrent: yes
//
// Without a join, the result may not be there yet.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int result;

static void *work(void *unused)
{
    result = 42;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    assert(result == 42); // BUG
    pthread_join(t, NULL);
    return 0;
}

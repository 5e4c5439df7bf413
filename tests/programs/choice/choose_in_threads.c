//@ verdict: violation
//@ kind: assertion
//@ line: 29
//@ concurrent: yes
//
// A choice in each thread and the order of the threads: only one combination
// gives 7.

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x = 1;

static void *work(void *unused)
{
    x = x * (int)(1 + heddle_choose(3));
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    x = x + (int)(2 * heddle_choose(3));
    pthread_join(t, NULL);
    assert(x != 7); // BUG
    return 0;
}

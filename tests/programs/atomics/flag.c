//@ verdict: verified
//@ properties: default,data-race
//@ concurrent: yes
//@ symbolic: bounded, the loop work:
//@ unwind: 3
//
// A lock made of an atomic_flag.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int counter;

static void *work(void *unused)
{
    while (atomic_flag_test_and_set(&busy))
        ;
    counter++;
    atomic_flag_clear(&busy);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}

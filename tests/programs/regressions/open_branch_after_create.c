//@ verdict: violation
//@ kind: assertion
//@ concurrent: yes
//
// Main depends on an input that heddle cannot enumerate. The bug of the other thread is
// there whatever the input is.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static void *work(void *unused)
{
    assert(unused != NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (__VERIFIER_nondet_int() > 7)
        pthread_join(thread, NULL);
    return 0;
}

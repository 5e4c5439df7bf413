//@ verdict: violation
//@ kind: assertion
//@ line: 26
//@ concurrent: yes
//
// exit in a thread may come too late to keep main from failing.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void *work(void *unused)
{
    (void)unused;
    x = 1;
    exit(0);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    assert(x == 0); // BUG
    pthread_join(t, NULL);
    return 0;
}

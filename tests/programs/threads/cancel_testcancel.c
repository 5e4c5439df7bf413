//@ verdict: verified
//@ concurrent: yes
//@ symbolic: bounded, the loop work:
//@ unwind: 3
//
// A thread that runs for ever is ended at its cancellation point; join says so.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *unused)
{
    for (;;)
        pthread_testcancel();
    return unused;
}

int main(void)
{
    pthread_t t;
    void *result = NULL;
    pthread_create(&t, NULL, work, NULL);
    assert(pthread_cancel(t) == 0);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}

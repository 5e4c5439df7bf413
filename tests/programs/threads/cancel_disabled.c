//@ verdict: verified
//@ concurrent: yes
//
// With cancellation disabled, a cancellation point lets the thread pass.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int finished;

static void *work(void *unused)
{
    int old = -1;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    pthread_testcancel();
    finished = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    void *result = &finished;
    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == NULL && finished == 1);
    return 0;
}

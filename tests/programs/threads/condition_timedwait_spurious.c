//@ verdict: violation
//@ kind: assertion
//@ line: 20
//@ options: --spurious-wakeups
//
// A wait with a deadline may end for no reason, too.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
    const struct timespec past = {0, 1};
    pthread_mutex_lock(&mutex);
    int result = pthread_cond_timedwait(&cond, &mutex, &past);
    assert(result == ETIMEDOUT); // BUG
    pthread_mutex_unlock(&mutex);
    return 0;
}

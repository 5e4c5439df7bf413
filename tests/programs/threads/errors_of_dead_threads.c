//@ verdict: verified
//
// What the machine says of threads that were detached or joined, or never were.

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *nothing(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    assert(pthread_join(thread, NULL) == 0);
    assert(pthread_join(thread, NULL) == ESRCH);
    assert(pthread_detach(thread) == ESRCH);
    assert(pthread_cancel(thread) == ESRCH);
    assert(pthread_join(thread + 1, NULL) == ESRCH);
    assert(pthread_detach(thread + 1) == ESRCH);
    assert(pthread_join(0, NULL) == ESRCH);

    pthread_create(&thread, NULL, nothing, NULL);
    assert(pthread_detach(thread) == 0);
    assert(pthread_detach(thread) == EINVAL);
    assert(pthread_join(thread, NULL) == EINVAL);
    assert(pthread_cancel(thread) == 0);
    return 0;
}

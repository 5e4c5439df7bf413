//@ verdict: verified
//
// PTHREAD_STACK_MIN is a call under _GNU_SOURCE; what it gives is accepted as a size, and
// less is not.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <unistd.h>

int main(void)
{
    pthread_attr_t attr;
    size_t smallest = (size_t)PTHREAD_STACK_MIN;
    size_t size = 0;
    assert(pthread_attr_init(&attr) == 0);
    assert(pthread_attr_setstacksize(&attr, smallest) == 0);
    assert(pthread_attr_getstacksize(&attr, &size) == 0 && size == smallest);
    assert(pthread_attr_setstacksize(&attr, smallest - 1) == EINVAL);
    assert(sysconf(_SC_THREAD_STACK_MIN) == PTHREAD_STACK_MIN);
    assert(pthread_attr_destroy(&attr) == 0);
    return 0;
}

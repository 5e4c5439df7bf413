//@ verdict: verified
//@ concurrent: yes
//@ symbolic: bounded, the loop main:
//
// A thread exits and keeps its lock: whoever waits for it waits in vain, but not in a
// circle, and main goes on, which could end the process. That is no deadlock.

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned beat;

static void *keeper(void *unused)
{
    pthread_mutex_lock(&lock);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, keeper, NULL);
    pthread_create(&second, NULL, keeper, NULL);
    for (;;)
        beat = !beat;
    return 0;
}

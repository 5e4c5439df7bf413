//@ verdict: verified
//@ properties: livelock
//@ options: --fair
//@ temporal: yes
//
// One of the two makes progress again and again.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static void *worker(void *argument)
{
    (void)argument;
    for (;;)
        heddle_progress();
    return NULL;
}

static void *idler(void *argument)
{
    static volatile int idle;
    (void)argument;
    for (;;)
        idle = !idle;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, worker, NULL);
    pthread_create(&threads[1], NULL, idler, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}

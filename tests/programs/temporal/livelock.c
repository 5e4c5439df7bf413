//@ verdict: violation
//@ kind: livelock
//@ properties: livelock
//@ options: --fair
//@ temporal: yes
//
// Both give way to each other for ever.

#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2];

static void *polite(void *argument)
{
    int me = argument != NULL;
    for (;;) {
        wants[me] = 1;
        if (!wants[!me])
            heddle_progress();
        wants[me] = 0;
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, polite, NULL);
    pthread_create(&threads[1], NULL, polite, &wants);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}

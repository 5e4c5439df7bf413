/* A thread that waits for another by looking again and again, which may go on for ever. */
#include <pthread.h>

static _Atomic int ready;

static void *set(void *arg)
{
    (void)arg;
    ready = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    while (!ready)
        ;
    pthread_join(thread, 0);
    return 0;
}

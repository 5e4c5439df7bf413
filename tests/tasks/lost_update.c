/* Two threads add one to a counter without a lock: one addition may be lost. */
#include <pthread.h>

extern void reach_error(void);

static int counter;

static void *add(void *arg)
{
    (void)arg;
    int seen = counter;
    counter = seen + 1;
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    if (counter != 2)
        reach_error();
    return 0;
}

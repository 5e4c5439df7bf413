//@ requirement: Nobody sleeps for ever, however many producers and consumers there are
//@ hint: At the end of the run, who sleeps, what for, and who was woken last?
//@ hint: One signal wakes one sleeper. If producers and consumers sleep at the same condition variable, it may be the wrong one.
//@ hint: Two condition variables, one for room and one for items; or wake all and let each look again.

#include <pthread.h>
#include <stddef.h>

void put(int item);
int take(void);

static void *produce(void *unused)
{
    put(1);
    put(2);
    return unused;
}

static void *consume(void *unused)
{
    take();
    return unused;
}

int main(void)
{
    pthread_t producers[2], consumers[3];
    for (int number = 0; number < 2; number++)
        pthread_create(&producers[number], NULL, produce, NULL);
    for (int number = 0; number < 3; number++)
        pthread_create(&consumers[number], NULL, consume, NULL);
    take();
    for (int number = 0; number < 2; number++)
        pthread_join(producers[number], NULL);
    for (int number = 0; number < 3; number++)
        pthread_join(consumers[number], NULL);
}

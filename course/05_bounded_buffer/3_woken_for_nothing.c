//@ requirement: Nothing goes wrong if someone is woken for nothing
//@ options: --spurious-wakeups
//@ hint: Whoever was woken has to look again: `while`, not `if`.

#include <assert.h>
#include <pthread.h>

void put(int item);
int take(void);

static void *produce(void *unused)
{
    for (int item = 1; item <= 3; item++)
        put(item);
    return unused;
}

int main(void)
{
    pthread_t producer;
    pthread_create(&producer, NULL, produce, NULL);
    for (int item = 1; item <= 3; item++)
        assert(take() == item);
    pthread_join(producer, NULL);
}

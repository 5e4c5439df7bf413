//@ requirement: No data race
//@ options: --property data-race
//@ hint: A place of the ring belongs to the one who puts until `end` has passed it, and to the one who takes until `first` has.
//@ hint: Take the item out before you say that it is taken.

#include <pthread.h>

int put(int item);
int take(int *item);

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
    int item;
    for (int looks = 0; looks < 3; looks++)
        take(&item);
    pthread_join(producer, NULL);
}

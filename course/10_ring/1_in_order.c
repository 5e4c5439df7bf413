//@ requirement: Items come out once each, in the order in which they went in
//@ hint: What does the one who takes see between the steps of the one who puts?
//@ hint: When `end` grows, the item has to be there already.

#include <assert.h>
#include <pthread.h>

int put(int item);
int take(int *item);

static void *produce(void *unused)
{
    for (int item = 1; item <= 3; item++)
        if (!put(item))
            break;
    return unused;
}

int main(void)
{
    pthread_t producer;
    pthread_create(&producer, NULL, produce, NULL);
    int item, last = 0;
    for (int looks = 0; looks < 4; looks++)
        if (take(&item))
            assert(item == ++last);
    pthread_join(producer, NULL);
}

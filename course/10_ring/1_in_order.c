//@ requirement: Items come out once each, in the order in which they went in, and none is refused while there is room
//@ forbids: pthread_mutex pthread_spin pthread_rwlock pthread_cond mtx_ cnd_ sem_ atomic_flag
//@ hint: What does the one who takes see between the steps of the one who puts?
//@ hint: When `end` grows, the item has to be there already.

#include <assert.h>
#include <pthread.h>

int put(int item);
int take(int *item);

static void *produce(void *count)
{
    assert(put(1) && put(2));
    *(int *)count = 2 + put(3);
    return NULL;
}

int main(void)
{
    int item, last = 0, count;
    pthread_t producer;
    pthread_create(&producer, NULL, produce, &count);
    for (int looks = 0; looks < 2; looks++)
        if (take(&item))
            assert(item == ++last);
    pthread_join(producer, NULL);
    while (take(&item))
        assert(item == ++last);
    assert(last == count);
}

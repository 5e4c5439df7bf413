//@ requirement: What one thread enqueues comes out in its order, and as it was enqueued
//@ hint: What is in the node when the other thread takes it?
//@ hint: Once a node is linked, everybody can see it: fill it before.

#include <assert.h>
#include <pthread.h>

void enqueue(int item);
int dequeue(int *item);

static void *add(void *unused)
{
    enqueue(1);
    enqueue(2);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    int item, last = 0;
    for (int looks = 0; looks < 2; looks++)
        if (dequeue(&item))
            assert(item == ++last);
    pthread_join(thread, NULL);
    while (last < 2) {
        assert(dequeue(&item));
        assert(item == ++last);
    }
    assert(!dequeue(&item));
}

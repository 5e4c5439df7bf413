//@ requirement: Each item is taken once, when two threads dequeue
//@ hint: Both read the same `head`. What does each of them do with it?
//@ hint: Move `head` by compare-and-swap: it is yours if that succeeds, and you look again if not.
//@ hint: A node that was freed may still be read by someone who was interrupted: leave it alone.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void enqueue(int item);
int dequeue(int *item);

static void *take_two(void *taken)
{
    int *items = taken;
    assert(dequeue(&items[0]) && dequeue(&items[1]));
    return NULL;
}

int main(void)
{
    enqueue(1);
    enqueue(2);
    enqueue(4);
    int mine, theirs[2];
    pthread_t thread;
    pthread_create(&thread, NULL, take_two, theirs);
    assert(dequeue(&mine));
    pthread_join(thread, NULL);
    assert(mine + theirs[0] + theirs[1] == 7);
}

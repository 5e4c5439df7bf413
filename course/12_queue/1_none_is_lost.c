//@ requirement: No item is lost when two threads enqueue
//@ forbids: pthread_mutex pthread_spin pthread_rwlock pthread_cond mtx_ cnd_ sem_ atomic_flag
//@ hint: Both read the same last node, and both write its `next`. Which node can still be reached?
//@ hint: Link the node by compare-and-swap with NULL. Whoever comes too late reads `tail` again.
//@ hint: The one who has linked a node may be interrupted before it moves `tail`. Then `tail->next` is not NULL: move `tail` for it, and try again.

#include <assert.h>
#include <pthread.h>

void enqueue(int item);
int dequeue(int *item);

static void *add(void *unused)
{
    enqueue(2);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    enqueue(1);
    pthread_join(thread, NULL);
    int one, other, none;
    assert(dequeue(&one) && dequeue(&other));
    assert(one + other == 3);
    assert(!dequeue(&none));
    enqueue(4);
    assert(dequeue(&one) && one == 4);
}

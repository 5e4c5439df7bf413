//@ requirement: Nobody waits for a thread that has stopped in the middle
//@ options: --ltl 'F done'
//@ hint: In the cycle, one thread goes round and round, and the other one does not move. It was stopped somewhere inside `enqueue`.
//@ hint: A `tail` that lags behind is moved by whoever sees it, not only by the one who has linked the node.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void enqueue(int item);
int dequeue(int *item);

static atomic_int done;

static void *add(void *unused)
{
    enqueue(1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    enqueue(2);
    int item;
    assert(dequeue(&item));
    done = 1;
    pthread_join(thread, NULL);
}

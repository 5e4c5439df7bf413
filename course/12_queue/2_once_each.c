//@ requirement: Each item is taken once, when two threads dequeue
//@ hint: Both read the same `head`. What does each of them do with it?
//@ hint: Move `head` by compare-and-swap: it is yours if that succeeds, and you look again if not.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void enqueue(int item);
int dequeue(int *item);

static void *take(void *taken)
{
    if (!dequeue(taken))
        *(int *)taken = 0;
    return NULL;
}

int main(void)
{
    enqueue(1);
    enqueue(2);
    int mine, theirs;
    pthread_t thread;
    pthread_create(&thread, NULL, take, &theirs);
    take(&mine);
    pthread_join(thread, NULL);
    assert(mine + theirs == 3 && mine != 0 && theirs != 0);
}

//@ requirement: No data race
//@ options: --property data-race
//@ hint: A node is filled before others can see it, and not changed afterwards but for its `next`, which is atomic.

#include <pthread.h>
#include <stddef.h>

void enqueue(int item);
int dequeue(int *item);

static void *use(void *unused)
{
    int item;
    enqueue(1);
    dequeue(&item);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, use, NULL);
    use(NULL);
    pthread_join(thread, NULL);
}

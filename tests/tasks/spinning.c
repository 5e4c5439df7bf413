// Two threads wait for each other's flag in loops, and neither is ever set.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int left, right;

static void *first(void *arg)
{
    while (!right)
        ;
    left = 1;
    return arg;
}

int main(void)
{
    int *kept = malloc(sizeof *kept);
    pthread_t thread;
    pthread_create(&thread, 0, first, 0);
    while (!left)
        ;
    right = 1;
    pthread_join(thread, 0);
    free(kept);
    return 0;
}

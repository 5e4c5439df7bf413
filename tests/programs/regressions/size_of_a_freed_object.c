//@ verdict: violation
//@ kind: memory
//@ line: 18
//@ concurrent: yes
//
// Asking for the size of an object that another thread frees is a step of its own.

#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int begun;

static void *worker(void *argument)
{
    begun = 1;
    return (void *)malloc_usable_size(argument);
}

int main(void)
{
    pthread_t thread;
    char *object = malloc(8);
    pthread_create(&thread, NULL, worker, object);
    while (!begun) {
    }
    free(object);
    pthread_join(thread, NULL);
    return 0;
}

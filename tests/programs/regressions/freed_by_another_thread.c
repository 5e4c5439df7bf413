//@ verdict: verified
//@ properties: default,leak
//@ concurrent: yes
//
// What one thread allocates another frees, or keeps.

#include <pthread.h>
#include <stdlib.h>

static int *kept;

static void *frees(void *memory)
{
    free(memory);
    return NULL;
}

static void *keeps(void *memory)
{
    kept = memory;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, frees, malloc(8));
    pthread_create(&threads[1], NULL, keeps, malloc(sizeof *kept));
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}

//@ verdict: violation
//@ kind: memory
//@ detail: leak
//@ properties: default,leak
//@ concurrent: yes
//
// The only pointer to what the main thread allocates is overwritten by another one, which is
// the only one to touch it then.

#include <pthread.h>
#include <stdlib.h>

static int **table;

static void *loses(void *unused)
{
    table[0] = NULL;
    return unused;
}

int main(void)
{
    pthread_t thread;
    table = malloc(sizeof *table);
    table[0] = malloc(sizeof **table);
    pthread_create(&thread, NULL, loses, NULL);
    pthread_join(thread, NULL);
    return 0;
}

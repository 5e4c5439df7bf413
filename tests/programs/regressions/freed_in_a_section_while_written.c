//@ verdict: violation
//@ kind: data-race
//@ properties: default,data-race
//@ concurrent: yes
//
// A section excludes other sections, not plain accesses: what is freed in one may be written at
// the same time.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int *shared;

static void *frees(void *unused)
{
    heddle_atomic_begin();
    free(shared);
    heddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    shared = malloc(sizeof *shared);
    if (shared == NULL)
        return 1;
    int *same = shared;
    pthread_create(&thread, NULL, frees, NULL);
    *same = 2;
    return 0;
}

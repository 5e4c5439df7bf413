//@ verdict: violation
//@ kind: memory
//@ detail: use-after-free
//@ line: 20
//@ concurrent: yes
//
// As in free_by_another_thread.c, but the object is used afterwards.

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int *shared;
static int is_free;

static void *user(void *unused)
{
    (void)unused;
    if (is_free)
        *shared = 1; // BUG
    return NULL;
}

static void *releaser(void *unused)
{
    (void)unused;
    free(shared);
    is_free = 1;
    return NULL;
}

int main(void)
{
    pthread_t one, two;
    shared = malloc(sizeof *shared);
    pthread_create(&one, NULL, user, NULL);
    pthread_create(&two, NULL, releaser, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}

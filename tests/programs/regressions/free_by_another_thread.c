//@ verdict: verified
//@ concurrent: yes
//
// One thread frees what another has allocated, while a third runs on. The change
// belongs to the allocating thread's part of the state, which is idle just then:
// it was not saved, and so the object was freed twice, or never.

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int *shared;
static int count;

static void *releaser(void *unused)
{
    (void)unused;
    free(shared);
    return NULL;
}

static void *counter(void *unused)
{
    (void)unused;
    count = 1;
    return NULL;
}

int main(void)
{
    pthread_t one, two;
    shared = malloc(sizeof *shared);
    pthread_create(&one, NULL, releaser, NULL);
    pthread_create(&two, NULL, counter, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}

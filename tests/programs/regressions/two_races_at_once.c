//@ verdict: violation
//@ kind: data-race
//@ properties: default,data-race
//@ concurrent: yes
//
// The write races with two reads in the same state: these are two bugs, and both
// are told.

#include <pthread.h>
#include <stddef.h>

static int shared;

static void *writer(void *unused)
{
    (void)unused;
    shared = 1;
    return NULL;
}

static void *reader(void *unused)
{
    (void)unused;
    return shared == 2 ? &shared : NULL;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, writer, NULL);
    pthread_create(&two, NULL, reader, NULL);
    int mine = shared;
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return mine == 2;
}

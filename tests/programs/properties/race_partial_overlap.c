//@ verdict: violation
//@ kind: data-race
//@ properties: default,data-race
//@ concurrent: yes
//
// Accesses of different sizes that overlap in one byte.

#include <pthread.h>
#include <stddef.h>

static union {
    int word;
    char bytes[4];
} shared;

static void *work(void *unused)
{
    shared.bytes[3] = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int seen = shared.word;
    pthread_join(t, NULL);
    return seen == 7;
}

//@ verdict: violation
//@ kind: data-race
//@ clang: -m32
//@ properties: default,data-race
//@ concurrent: yes
//
// The upper half of 64 bits is written while the whole is read.

#include <pthread.h>
#include <stddef.h>

static union {
    long long whole;
    int halves[2];
} shared;

static void *work(void *unused)
{
    shared.halves[1] = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    long long seen = shared.whole;
    pthread_join(t, NULL);
    return seen < 0;
}

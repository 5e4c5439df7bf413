//@ verdict: violation
//@ kind: data-race
//@ properties: default,data-race
//@ concurrent: yes
//
// One of the halves is read by a plain access while the pair is stored atomically.

#include <pthread.h>
#include <stddef.h>

typedef struct {
    long version, value;
} pair;

static _Alignas(16) pair shared;

static void *writer(void *unused)
{
    pair fresh = {2, 2};
    pair *p = &shared;
    __atomic_store(p, &fresh, __ATOMIC_SEQ_CST);
    return unused;
}

static long look(void)
{
    return shared.value;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    long seen = look();
    pthread_join(t, NULL);
    return seen == 1;
}

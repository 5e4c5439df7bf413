//@ verdict: violation
//@ kind: data-race
//@ properties: data-race
//@ concurrent: yes
//
// The copy of a structure for a call races with a write to it.

#include <pthread.h>

struct big {
    long words[8];
};

static struct big shared;

static long first(struct big copy) { return copy.words[0]; }

static void *work(void *unused)
{
    first(shared); // BUG
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    shared.words[3] = 1;
    pthread_join(t, NULL);
}

//@ verdict: verified
//@ properties: default,data-race
//@ concurrent: yes
//
// Two atomic sections that touch the same variable do not race.

#include <assert.h>
#include <pthread.h>
#include <heddle.h>

static int shared;

static void *work(void *unused)
{
    heddle_atomic_begin();
    shared++;
    heddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    assert(shared == 2);
}

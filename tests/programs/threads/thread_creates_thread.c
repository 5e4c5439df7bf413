//@ verdict: verified
//@ concurrent: yes
//
// A thread creates another one, which main joins.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t grandchild;
static int steps;

static void *last(void *unused)
{
    steps++;
    return unused;
}

static void *middle(void *unused)
{
    steps++;
    pthread_create(&grandchild, NULL, last, NULL);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, middle, NULL);
    pthread_join(t, NULL);
    pthread_join(grandchild, NULL);
    assert(steps == 2);
    return 0;
}

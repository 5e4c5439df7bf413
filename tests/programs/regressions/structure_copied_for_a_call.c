//@ verdict: violation
//@ kind: assertion
//@ concurrent: yes
//
// A structure that is passed by value is read when the call is made, and another thread
// may write it just before.

#include <assert.h>
#include <pthread.h>

struct big {
    long words[8];
};

static struct big shared;
static int ready;

static void check(struct big copy) { assert(copy.words[0] == 0); } // BUG

static void *work(void *unused)
{
    ready = 1;
    check(shared);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    if (ready)
        shared.words[0] = 1;
    pthread_join(t, NULL);
}

//@ verdict: violation
//@ kind: assertion
//@ line: 37
//@ concurrent: yes
//
// The parent may leave before it joins its child. Whoever joins the parent then knows
// nothing of the child: an end that was not reached puts nothing in order.

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int written;

static void *child(void *unused)
{
    written = 1;
    return unused;
}

static void *parent(void *unused)
{
    pthread_t thread;
    pthread_create(&thread, NULL, child, NULL);
    if (heddle_choose(2) == 1)
        pthread_exit(NULL);
    pthread_join(thread, NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, parent, NULL);
    pthread_join(thread, NULL);
    assert(written == 1); // BUG
    return 0;
}

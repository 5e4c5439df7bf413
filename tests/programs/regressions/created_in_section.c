//@ verdict: verified
//@ properties: assertion,deadlock,data-race
//@ concurrent: yes
//@ symbolic: bounded, the loop parent:
//
// A thread is created inside an atomic section that goes on for ever. As long as it does,
// the new thread does not move, not even on its own, and so races with no one.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int shared;
static volatile int done;

static void *child(void *argument)
{
    (void)argument;
    shared = 1;
    return NULL;
}

static void *parent(void *argument)
{
    (void)argument;
    heddle_atomic_begin();
    pthread_t thread;
    pthread_create(&thread, NULL, child, NULL);
    while (!done) {
    }
    heddle_atomic_end();
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, parent, NULL);
    return shared;
}

//@ verdict: violation
//@ kind: data-race
//@ properties: default,data-race
//@ line: 28
//@ concurrent: yes
//@ symbolic: unknown, waiting in an atomic section
//
// Two threads wait in the middle of their sections, each for a thread of its own. Once both
// of these have exited, both are about to write the same variable.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static void *result;

static void *child(void *argument)
{
    return argument;
}

static void *parent(void *argument)
{
    (void)argument;
    pthread_t thread;
    heddle_atomic_begin();
    pthread_create(&thread, NULL, child, NULL);
    pthread_join(thread, &result);
    heddle_atomic_end();
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, parent, NULL);
    pthread_create(&second, NULL, parent, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

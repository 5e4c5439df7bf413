//@ verdict: violation
//@ kind: ltl
//@ options: --ltl 'F written' --fair
//@ temporal: yes
//
// A section that never ends keeps the other thread out: that one cannot move, so the run is
// fair.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static volatile int written;

static void *writer(void *argument)
{
    (void)argument;
    written = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    heddle_atomic_begin();
    while (heddle_choose(2) == 0) {
    }
    heddle_atomic_end();
    pthread_join(thread, NULL);
    return 0;
}

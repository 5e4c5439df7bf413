//@ verdict: verified
//@ options: --ltl 'F written' --fair
//@ temporal: yes
//
// Sections that end let the other thread move in between, however often they are entered.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static volatile int written, busy;

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
    for (;;) {
        heddle_atomic_begin();
        busy = (int)heddle_choose(2);
        busy = !busy;
        heddle_atomic_end();
    }
    return 0;
}

//@ verdict: verified
//@ options: --ltl 'G !("x == 1")' --ltl 'F("x == 2" && ping)'
//@ temporal: yes
//
// What holds in the middle of an atomic section is nobody's to see, and what is said there
// holds when it is over.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int x;

static void *other(void *argument)
{
    (void)argument;
    static int mine;
    mine++;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    heddle_atomic_begin();
    x = 1;
    ap(ping);
    x = 2;
    heddle_atomic_end();
    pthread_join(thread, NULL);
    return 0;
}

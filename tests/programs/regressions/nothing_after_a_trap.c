//@ verdict: verified
//@ properties: assertion
//@ concurrent: yes
//
// A trap ends the process, though compilers put code behind it that would go on, here into the
// next round of a loop.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static volatile int turn, done;

static void *work(void *unused)
{
    for (int i = 0; i < 3; i++) {
        if (turn) {
            __builtin_debugtrap();
            done = 1;
        }
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    turn = 1;
    pthread_join(thread, NULL);
    assert(!done);
    return 0;
}

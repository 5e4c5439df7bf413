// A wait that the optimizer makes endless.
//
// One thread changes a plain variable and waits until the other has seen it; the other waits
// for the change. As it is written, both go on for ever whenever the scheduler is fair. But
// nothing says that the variable may change while it is looked at, so from -O1 on the
// compiler reads it once, before the loop: then that wait never ends.
//
//     heddle check --fair --ltl 'G F progress' examples/hoisted_load.c
//     heddle check --fair --ltl 'G F progress' -O1 examples/hoisted_load.c
//
// Expected: verified as it is written, a violation at -O1.
//
//@ verdict: verified
//@ options: --ltl 'G F progress' --fair
//@ temporal: yes

#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int beat;
static atomic_int seen;

static void *watcher(void *unused)
{
    (void)unused;
    int last = 0;
    for (;;) {
        while (beat == last) {
        }
        last = beat;
        ap(progress);
        seen = last;
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, watcher, NULL);
    for (;;) {
        beat = (beat + 1) % 3;
        while (seen != beat) {
        }
    }
    return 0;
}

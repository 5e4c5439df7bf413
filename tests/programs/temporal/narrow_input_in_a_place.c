//@ verdict: unknown
//@ properties: assertion
//@ options: --ltl 'G !in(reject)'
//@ reason: too wide to enumerate
//@ symbolic: refused, --ltl
//
// An assumption leaves few values of the input. But a thread that has taken another may stay where that
// is found out, while the other goes round for ever, so that a formula over places is about all values.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static atomic_int go;

static void reject(void)
{
    __VERIFIER_assume(0);
}

static void *turn(void *unused)
{
    for (;;)
        (void)atomic_load(&go);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, turn, NULL);
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        reject();
    for (;;)
        (void)atomic_load(&go);
}

//@ verdict: verified
//@ concurrent: yes
//@ symbolic: bounded, rounds of the loop
//
// Wide inputs of which an assumption leaves few values are enumerated: one thread waits by spinning, which
// no number of rounds covers, until another has counted to what was read.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int);

static atomic_int counter;
static int wanted;

static void *count(void *unused)
{
    for (int i = 0; i < wanted; i++)
        counter++;
    return unused;
}

int main(void)
{
    int rounds = __VERIFIER_nondet_int();
    __VERIFIER_assume(rounds > 0 && rounds <= 3);
    unsigned long more = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(more < 2);
    wanted = rounds + (int)more;
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
    while (counter < wanted)
        ;
    assert(counter >= 1 && counter <= 4);
    pthread_join(thread, NULL);
    return 0;
}

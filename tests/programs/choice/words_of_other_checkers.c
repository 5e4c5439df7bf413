//@ verdict: verified
//@ concurrent: yes
//
// Words of other checkers mean here what they mean there; most programs do not declare them.

#include <pthread.h>

static int counter;

static void *count(void *unused)
{
    __CPROVER_atomic_begin();
    counter++;
    __CPROVER_atomic_end();
    __ESBMC_atomic_begin();
    counter++;
    __ESBMC_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, count, 0);
    count(0);
    pthread_join(thread, 0);
    __CPROVER_assert(counter == 4, "all are counted");

    int yes = nondet_bool();
    __CPROVER_assume(yes);
    __ESBMC_assert(yes == 1, "it is");
    unsigned char small = nondet_uchar();
    __ESBMC_assume(small > 250);
    for (int i = 0; i < 5; i++) {
        __VERIFIER_loop_bound(6);
        small--;
    }
    __ESBMC_assert(small > 245, "only such runs count");
    __CPROVER_assume(0x100000000);
    __CPROVER_assume((void *)&counter);
    return 0;
}

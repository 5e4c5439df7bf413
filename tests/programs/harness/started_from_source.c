//@ verdict: violation
//@ kind: invariant
//@ line: 12
//@ options: --init setup
//@ concurrent: yes
//@ symbolic: unknown, __heddle_invariant
//
// Threads and an invariant without pthread.h and without a main.

#include <heddle.h>

static int alone(void) // BUG
{
    extern int inside;
    return inside < 2;
}

int inside;

static void *enter(void *by)
{
    __atomic_add_fetch(&inside, *(int *)by, __ATOMIC_SEQ_CST);
    __atomic_sub_fetch(&inside, *(int *)by, __ATOMIC_SEQ_CST);
    return by;
}

void setup(void)
{
    static int one = 1;
    heddle_invariant(alone);
    heddle_thread(enter, &one);
    heddle_thread(enter, &one);
}

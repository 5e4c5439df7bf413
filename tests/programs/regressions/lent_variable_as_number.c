//@ verdict: violation
//@ kind: memory
//@ line: 29
//@ concurrent: yes
//
// A thread keeps the address of a variable of main's in a form that nobody recognizes, and
// uses it after the variable's scope. Making a number of the address is something that it
// does to the variable, in whichever state, so the step must not be taken from memory.

#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static int chosen, base, sink;
static atomic_int taken, go;

static void *worker(void *argument)
{
    int *lent = argument;
    int first = base;
    uintptr_t hidden = ~(uintptr_t)lent;
    taken = 1;
    while (!go) {
    }
    if (chosen == 1) {
        int *found = (int *)~hidden;
        sink = *found + first;
    }
    return NULL;
}

static void lend(pthread_t *thread)
{
    int local = 1;
    pthread_create(thread, NULL, worker, &local);
    while (!taken) {
    }
}

static void increment(int *number)
{
    *number += 1;
}

static void reuse(pthread_t *thread)
{
    int other = 2;
    increment(&other);
    go = 1;
    pthread_join(*thread, NULL);
}

int main(void)
{
    pthread_t thread;
    chosen = heddle_choose(2);
    lend(&thread);
    sink = 7;
    reuse(&thread);
    return 0;
}

// A bubble sort that two workers share.
//
// An array of N numbers is sorted after N - 1 passes, in each of which a number is swapped
// with its neighbour wherever the left one is greater. The passes are dealt out to two
// workers. But what a worker has compared may have moved before it swaps; and a pass that
// comes too close behind another one has nothing left to carry. Whether that shows depends
// on the numbers as well as on who runs when, so they are inputs, of all values:
//
//     heddle check --engine bmc examples/bubble_sort.c
//     heddle check --engine bmc --encoding switches --context-bound 6 examples/bubble_sort.c -- -DN=5
//     heddle check --engine bmc examples/bubble_sort.c -- -DFIXED
//
// With -DFIXED each number has a lock, and the workers go hand over hand: the next number is
// taken before the last one is let go, so no pass overtakes another one.
//
// -DN=5 sorts more numbers, -DELEMENT='signed char' smaller ones.
//
// Expected: a violation of the assertion; verified with -DFIXED.
//
//@ verdict: violation
//@ kind: assertion
//@ line: 89
//@ options: --engine bmc

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif
#ifndef ELEMENT
#define ELEMENT int
#endif

int __VERIFIER_nondet_int(void);

enum { WORKERS = 2 };

static ELEMENT numbers[N];

#ifdef FIXED
static pthread_mutex_t locks[N];
#define LOCK(i) pthread_mutex_lock(&locks[i])
#define UNLOCK(i) pthread_mutex_unlock(&locks[i])
#else
#define LOCK(i) (void)0
#define UNLOCK(i) (void)0
#endif

static void pass(void)
{
    LOCK(0);
    for (int i = 0; i + 1 < N; i++) {
        LOCK(i + 1);
        if (numbers[i] > numbers[i + 1]) {
            ELEMENT greater = numbers[i];
            numbers[i] = numbers[i + 1];
            numbers[i + 1] = greater;
        }
        UNLOCK(i);
    }
    UNLOCK(N - 1);
}

// Its argument is the number of its first pass.
static void *worker(void *first)
{
    for (int i = (int)(intptr_t)first; i + 1 < N; i += WORKERS)
        pass();
    return NULL;
}

int main(void)
{
    pthread_t workers[WORKERS];
    for (int i = 0; i < N; i++) {
        numbers[i] = (ELEMENT)__VERIFIER_nondet_int();
#ifdef FIXED
        pthread_mutex_init(&locks[i], NULL);
#endif
    }
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], NULL, worker, (void *)(intptr_t)i);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    for (int i = 0; i + 1 < N; i++)
        assert(numbers[i] <= numbers[i + 1]); // can fail
    return 0;
}

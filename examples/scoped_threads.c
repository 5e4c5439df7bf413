// A proposition about the variables of a function that runs on two threads at once.
//
// It holds if it does for either of them: someone works as long as not both are done.
//
//     heddle check --fair examples/scoped_threads.c
//
// Expected: verified.
//
//@ verdict: verified
//@ options: --fair
//@ temporal: yes

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

LTL(works_until_it_is_over, "G(working -> F !working)");
LTL(over_in_the_end, "F G over && G(over -> !working)");

static int is_left(int left)
{
    return left > 0;
}

static void *worker(void *unused)
{
    (void)unused;
    int left = 2;
    ap_local(working, is_left, left);
    while (left > 0)
        left--;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, worker, NULL);
    pthread_create(&threads[1], NULL, worker, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    ap_set(over, 1);
    return 0;
}

//@ verdict: violation
//@ kind: ltl
//@ options: --ltl 'G !(inside && two)'
//@ temporal: yes
//
// Two threads say the same about their own variables; whoever comes first, the states are the
// same for all workers.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int count;

static int positive(int value)
{
    return value > 0;
}

static int is_two(int value)
{
    return value == 2;
}

static void *worker(void *argument)
{
    int own = argument == NULL;
    ap_local(inside, positive, own);
    heddle_atomic_begin();
    count++;
    heddle_atomic_end();
    own = 0;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    ap_global(two, is_two, count);
    pthread_create(&threads[0], NULL, worker, NULL);
    pthread_create(&threads[1], NULL, worker, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}

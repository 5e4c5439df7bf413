//@ verdict: violation
//@ kind: assertion
//@ line: 25
//@ concurrent: yes
//
// A metric says where to look first; it changes nothing about what is found.

#include <heddle.h>
#include <pthread.h>

static long progress;
static int turn[2];

static void *work(void *number)
{
    int me = *(int *)number;
    for (int i = 0; i < 2; i++) {
        heddle_atomic_begin();
        turn[me]++;
        progress = turn[0] * turn[1];
        heddle_atomic_end();
    }
    heddle_atomic_begin();
    if (me == 0)
        heddle_assert(turn[1] != 1); // BUG
    heddle_atomic_end();
    return NULL;
}

int main(void)
{
    static int numbers[2] = {0, 1};
    pthread_t thread;
    heddle_metric(&progress);
    pthread_create(&thread, NULL, work, &numbers[1]);
    work(&numbers[0]);
    pthread_join(thread, NULL);
    return 0;
}

/*
 * The phases of a pthread_once_t, in its only word.
 */
#include "model.h"

enum { RUNS = 1, HAS_RUN = 2 };

int __heddle_once_enter(pthread_once_t *once)
{
    unsigned *phase = (unsigned *)once;
    __heddle_bmc_begin();
    unsigned now = field(phase);
    __heddle_bmc_wait(now != RUNS, 0);
    if (now == HAS_RUN)
        return end_with(0);
    *phase = RUNS;
    return end_with(1);
}

void __heddle_once_leave(pthread_once_t *once)
{
    __heddle_bmc_begin();
    *(unsigned *)once = HAS_RUN;
    __heddle_bmc_end();
}

/*
 * What a program begins with that is started with --init and --thread: the first function
 * on the main thread, then a thread for each of the others, all at once. The main thread
 * is gone in the same step, so that it is in nobody's way; the last thread ends the
 * process.
 */
#include "internal.h"

int __heddle_harness(void)
{
    void (*init)(void) = __heddle_harness_init();
    if (init)
        init();
    __heddle_atomic_begin();
    __heddle_harness_ready();
    int n = __heddle_harness_count();
    for (int i = 0; i < n; i++) {
        pthread_t thread;
        void *argument = __heddle_harness_argument(i);
        __heddle_thread_create(__heddle_harness_function(i), argument, 1, &thread);
    }
    __heddle_thread_exit(0);
}

/*
 * Waiting for a change of memory, for the runtime's own files and the headers in include/.
 */
#ifndef HEDDLE_FUTEX_H
#define HEDDLE_FUTEX_H

#include <semaphore.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Somebody who waits, in a list that has no room of its own. The address is null for those who wait
 * for any change. include/__thread/poll_with_backoff.h has the same.
 */
struct __heddle_waiter {
    struct __heddle_waiter *next;
    const void *address;
    sem_t sem;
};

/* Puts it at the end of the list, to be called in an atomic section. */
void __heddle_futex_enter(struct __heddle_waiter *waiter);

/* Waits until it is woken. 0, or ETIMEDOUT (only if timed, a choice). */
int __heddle_futex_sleep(struct __heddle_waiter *waiter, int timed);

/*
 * Waits until somebody wakes those that wait at `address`, unless the bytes there differ from
 * those at `expected` in the first place. 0, or ETIMEDOUT (only if timed, a choice).
 */
int __heddle_futex_wait(const void *address, const void *expected, unsigned long size, int timed);

/* Wakes one thread that waits at `address`, any of them, or all. How many that were. */
int __heddle_futex_wake(const void *address, int all);

#ifdef __cplusplus
}
#endif

#endif

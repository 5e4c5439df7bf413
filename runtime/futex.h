/*
 * Waiting for a change of memory, for the runtime's own files and the headers in include/.
 */
#ifndef HEDDLE_FUTEX_H
#define HEDDLE_FUTEX_H

#ifdef __cplusplus
extern "C" {
#endif

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

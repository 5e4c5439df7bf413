/*
 * Waiting for a change of memory, and the system call for that.
 *
 * Whoever waits is in a list, with a semaphore of its own that whoever wakes it posts.
 */
#include "internal.h"

#include "futex.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static struct __heddle_waiter *waiters;

/* Bytes that threads compare are atomic objects, if they are small enough. */
static int is_equal(const void *address, const void *expected, unsigned long size)
{
    switch (size) {
    case 1:
        return __atomic_load_n((const uint8_t *)address, __ATOMIC_SEQ_CST) ==
               *(const uint8_t *)expected;
    case 2:
        return __atomic_load_n((const uint16_t *)address, __ATOMIC_SEQ_CST) ==
               *(const uint16_t *)expected;
    case 4:
        return __atomic_load_n((const uint32_t *)address, __ATOMIC_SEQ_CST) ==
               *(const uint32_t *)expected;
    case 8:
        return __atomic_load_n((const uint64_t *)address, __ATOMIC_SEQ_CST) ==
               *(const uint64_t *)expected;
    default:
        for (unsigned long i = 0; i < size; i++) {
            if (((const char *)address)[i] != ((const char *)expected)[i])
                return 0;
        }
        return 1;
    }
}

/* Takes a waiter out of the list, if it is there. */
static void leave(struct __heddle_waiter *waiter)
{
    for (struct __heddle_waiter **at = &waiters; *at; at = &(*at)->next) {
        if (*at == waiter) {
            *at = waiter->next;
            return;
        }
    }
}

void __heddle_futex_enter(struct __heddle_waiter *waiter)
{
    __heddle_sem_init(&waiter->sem, 0, 0);
    struct __heddle_waiter **end = &waiters;
    while (*end)
        end = &(*end)->next;
    *end = waiter;
}

int __heddle_futex_sleep(struct __heddle_waiter *waiter, int timed)
{
    int result = timed ? __heddle_sem_timedwait(&waiter->sem) : __heddle_sem_wait(&waiter->sem);
    if (result != 0) {
        __heddle_atomic_begin();
        leave(waiter);
        __heddle_atomic_end();
    }
    if (result < 0)
        pthread_testcancel();
    return result;
}

/* 0; EAGAIN if the bytes are others; ETIMEDOUT. */
static int wait_at(const void *address, const void *expected, unsigned long size, int timed)
{
    struct __heddle_waiter me = {.address = address};
    __heddle_atomic_begin();
    int differs = !is_equal(address, expected, size);
    if (!differs)
        __heddle_futex_enter(&me);
    __heddle_atomic_end();
    return differs ? EAGAIN : __heddle_futex_sleep(&me, timed);
}

int __heddle_futex_wait(const void *address, const void *expected, unsigned long size, int timed)
{
    return wait_at(address, expected, size, timed) == ETIMEDOUT ? ETIMEDOUT : 0;
}

static unsigned count(const void *address)
{
    unsigned n = 0;
    for (struct __heddle_waiter *waiter = waiters; waiter; waiter = waiter->next)
        n += waiter->address == address;
    return n;
}

/* Wakes the waiter at `address` that has `index` others in front of it. */
static void wake_one(const void *address, unsigned index)
{
    for (struct __heddle_waiter **at = &waiters; *at; at = &(*at)->next) {
        struct __heddle_waiter *waiter = *at;
        if (waiter->address == address && index-- == 0) {
            *at = waiter->next;
            __heddle_sem_post(&waiter->sem);
            return;
        }
    }
}

/* Wakes any `most` of those that wait, and whoever waits for any change. */
static int wake(const void *address, unsigned most)
{
    unsigned woken = 0;
    __heddle_atomic_begin();
    for (unsigned n = count(NULL); n > 0; n--)
        wake_one(NULL, 0);
    for (unsigned n = count(address); n > 0 && woken < most; n--) {
        wake_one(address, most - woken < n ? __heddle_choose(n) : 0);
        woken++;
    }
    __heddle_atomic_end();
    return (int)woken;
}

int __heddle_futex_wake(const void *address, int all)
{
    return wake(address, all ? UINT_MAX : 1);
}

/* --- The system call ------------------------------------------------------- */

static long failed(int error)
{
    errno = error;
    return -1;
}

long syscall(long number, ...)
{
    if (number != SYS_futex)
        __heddle_unmodelled_system_call();
    va_list arguments;
    va_start(arguments, number);
    const void *address = va_arg(arguments, const void *);
    int operation = va_arg(arguments, int);
    unsigned value = va_arg(arguments, unsigned);
    const struct timespec *timeout = va_arg(arguments, const struct timespec *);
    va_end(arguments);
    switch (operation & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET: {
        if (timeout && heddle_bad_time(timeout))
            return failed(EINVAL);
        int error = wait_at(address, &value, sizeof value, timeout != NULL);
        return error ? failed(error) : 0;
    }
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
        return wake(address, value);
    default:
        __heddle_unmodelled_futex_operation();
        return failed(ENOSYS);
    }
}

/*
 * Waiting until a predicate holds, in place of the header of this name in libc++ 19, where barriers
 * and semaphores use it.
 *
 * The original calls the predicate again and again, looks at a clock and sleeps. Here a thread
 * sleeps until somebody notifies of a change of any atomic object, which whoever makes the
 * predicate true does afterwards: it is called and the thread gets in line in one step.
 */
#include <__config>
#if _LIBCPP_VERSION / 10000 != 19
#include_next <__thread/poll_with_backoff.h>
#elif !defined _LIBCPP___THREAD_POLL_WITH_BACKOFF_H
#define _LIBCPP___THREAD_POLL_WITH_BACKOFF_H

#include <__chrono/duration.h>
#include <semaphore.h>

#pragma GCC system_header

/* As futex.h has it. */
struct __heddle_waiter {
    struct __heddle_waiter *next;
    const void *address;
    sem_t sem;
};
extern "C" void __heddle_atomic_begin(void);
extern "C" void __heddle_atomic_end(void);
extern "C" void __heddle_futex_enter(__heddle_waiter *);
extern "C" int __heddle_futex_sleep(__heddle_waiter *, int);

namespace std {
inline namespace __1 {

/* False if time is up, of which there is no end without `__most`. */
template <class _Poll, class _Backoff>
_LIBCPP_HIDE_FROM_ABI bool
__libcpp_thread_poll_with_backoff(_Poll &&__poll, _Backoff &&,
                                  chrono::nanoseconds __most = chrono::nanoseconds::zero())
{
    bool __is_timed = __most != chrono::nanoseconds::zero();
    for (;;) {
        __heddle_waiter __me = {};
        __heddle_atomic_begin();
        bool __holds = __poll();
        if (!__holds)
            __heddle_futex_enter(&__me);
        __heddle_atomic_end();
        if (__holds)
            return true;
        if (__heddle_futex_sleep(&__me, __is_timed) != 0)
            return false;
    }
}

} // namespace __1
} // namespace std

#endif

/*
 * Waiting for atomic objects, in place of the header of this name in libstdc++ 12.
 *
 * The original spins for a while, counts those that wait in a table, and calls the kernel. Here
 * nobody spins, and who waits for what is known.
 */
#include <bits/c++config.h>
#if _GLIBCXX_RELEASE != 12
#include_next <bits/atomic_wait.h>
#elif !defined _GLIBCXX_ATOMIC_WAIT_H
#define _GLIBCXX_ATOMIC_WAIT_H 1

#include <bits/functexcept.h>
#include <bits/functional_hash.h>
#include <bits/gthr.h>
#include <bits/std_mutex.h>
#include <cerrno>
#include <climits>
#include <ext/numeric_traits.h>
#include <unistd.h>

#if __cplusplus > 201703L
#define __cpp_lib_atomic_wait 201907L

extern "C" int __heddle_futex_wait(const void *, const void *, unsigned long, int);
extern "C" int __heddle_futex_wake(const void *, int);

namespace std {

namespace __detail {

using __platform_wait_t = int;
inline constexpr size_t __platform_wait_alignment = alignof(__platform_wait_t);

inline void __thread_yield() noexcept {}
inline void __thread_relax() noexcept {}

template <typename _Pred> bool __atomic_spin(_Pred &__pred) noexcept
{
    return __pred();
}

} // namespace __detail

/* Waits while the value is `__old`, bit by bit. */
template <typename _Tp, typename _ValFn>
void __atomic_wait_address_v(const _Tp *__addr, _Tp __old, _ValFn __vfn) noexcept
{
    for (;;) {
        _Tp __now = __vfn();
        if (__builtin_memcmp(&__now, &__old, sizeof(_Tp)) != 0)
            return;
        __heddle_futex_wait(__addr, &__old, sizeof(_Tp), 0);
    }
}

/* Waits until the predicate holds, which only a change of the value can bring about. */
template <typename _Tp, typename _Pred>
void __atomic_wait_address(const _Tp *__addr, _Pred __pred) noexcept
{
    for (;;) {
        _Tp __seen;
        __atomic_load(__addr, &__seen, __ATOMIC_ACQUIRE);
        if (__pred())
            return;
        __heddle_futex_wait(__addr, &__seen, sizeof(_Tp), 0);
    }
}

template <typename _Pred>
void __atomic_wait_address_bare(const __detail::__platform_wait_t *__addr, _Pred __pred) noexcept
{
    __atomic_wait_address(__addr, __pred);
}

template <typename _Tp> void __atomic_notify_address(const _Tp *__addr, bool __all) noexcept
{
    __heddle_futex_wake(__addr, __all);
}

inline void __atomic_notify_address_bare(const __detail::__platform_wait_t *__addr,
                                         bool __all) noexcept
{
    __heddle_futex_wake(__addr, __all);
}

} // namespace std

#endif
#endif

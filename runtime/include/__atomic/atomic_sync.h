/*
 * Waiting for atomic objects, in place of the header of this name in libc++ 19.
 *
 * The original spins for a while, looks at a clock, and counts changes in a table. Here nobody
 * spins, and who waits for what is known. Which objects can be waited for, what is loaded of them
 * and where they are is said beside each by __atomic_waitable_traits.
 */
#include <__config>
#if _LIBCPP_VERSION / 10000 != 19
#include_next <__atomic/atomic_sync.h>
#elif !defined _LIBCPP___ATOMIC_ATOMIC_SYNC_H
#define _LIBCPP___ATOMIC_ATOMIC_SYNC_H

#include <__atomic/contention_t.h>
#include <__atomic/cxx_atomic_impl.h>
#include <__atomic/memory_order.h>
#include <__atomic/to_gcc_order.h>
#include <__memory/addressof.h>
#include <__thread/poll_with_backoff.h>
#include <__thread/support.h>
#include <__type_traits/conjunction.h>
#include <__type_traits/decay.h>
#include <__type_traits/invoke.h>
#include <__type_traits/void_t.h>
#include <__utility/declval.h>
#include <cstring>

#pragma GCC system_header

extern "C" int __heddle_futex_wait(const void *, const void *, unsigned long, int);
extern "C" int __heddle_futex_wake(const void *, int);

namespace std {
inline namespace __1 {

template <class _Tp, class = void> struct __atomic_waitable_traits {
    template <class _Object> static void __atomic_load(_Object &&, memory_order) = delete;
    template <class _Object> static void __atomic_contention_address(_Object &&) = delete;
};

/* The address of the value in an atomic object, without qualifiers. */
template <class _Object>
_LIBCPP_HIDE_FROM_ABI const void *__address_of_value(const _Object &__object)
{
    typedef __atomic_waitable_traits<__decay_t<_Object> > __traits;
    return const_cast<const void *>(
        static_cast<const volatile void *>(__traits::__atomic_contention_address(__object)));
}

/*
 * Waits until the predicate holds for the value, which only a change of the value can bring about.
 * The predicate leaves the value that it has refused in its argument.
 */
template <class _Object, class _Poll>
_LIBCPP_HIDE_FROM_ABI void __atomic_wait_unless(const _Object &__object, _Poll &&__poll,
                                                memory_order __order)
{
    typedef __atomic_waitable_traits<__decay_t<_Object> > __traits;
    for (;;) {
        auto __seen = __traits::__atomic_load(__object, __order);
        if (__poll(__seen))
            return;
        __heddle_futex_wait(std::__address_of_value(__object), &__seen, sizeof __seen, 0);
    }
}

template <class _Object> _LIBCPP_HIDE_FROM_ABI void __atomic_notify_one(const _Object &__object)
{
    __heddle_futex_wake(std::__address_of_value(__object), 0);
}

template <class _Object> _LIBCPP_HIDE_FROM_ABI void __atomic_notify_all(const _Object &__object)
{
    __heddle_futex_wake(std::__address_of_value(__object), 1);
}

template <class _Tp> struct __atomic_compare_unequal_to {
    _Tp __val_;
    _LIBCPP_HIDE_FROM_ABI bool operator()(const _Tp &__other) const
    {
        return std::memcmp(std::addressof(__other), std::addressof(__val_), sizeof(_Tp)) != 0;
    }
};

/* Waits while the value is `__value`, bit by bit. */
template <class _Object, class _Value>
_LIBCPP_HIDE_FROM_ABI void __atomic_wait(_Object &__object, _Value __value, memory_order __order)
{
    __atomic_compare_unequal_to<_Value> __is_other = {__value};
    std::__atomic_wait_unless(__object, __is_other, __order);
}

} // namespace __1
} // namespace std

#endif

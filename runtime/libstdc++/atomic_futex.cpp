/*
 * Waiting for the state of a future.
 */
#include <bits/atomic_futex.h>

#include "futex.h"

namespace std {

/* False if time is up. */
bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned *address, unsigned value,
                                                       bool is_timed, chrono::seconds,
                                                       chrono::nanoseconds)
{
    return __heddle_futex_wait(address, &value, sizeof value, is_timed) == 0;
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned *address, unsigned value,
                                                              bool is_timed, chrono::seconds,
                                                              chrono::nanoseconds)
{
    return __heddle_futex_wait(address, &value, sizeof value, is_timed) == 0;
}

void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *address)
{
    __heddle_futex_wake(address, 1);
}

} // namespace std

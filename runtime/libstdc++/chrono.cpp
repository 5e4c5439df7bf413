/*
 * The clocks of <chrono>: those of the C library, which stand still.
 *
 * A wait that has timed out, or a sleep, shows in the next look at a clock of the same thread, and
 * then no more: time is no part of the state.
 */
#include <chrono>

#include <ctime>

namespace std::chrono {
inline namespace _V2 {

/* The time to which the thread has waited, or 0. */
static __thread long long waited;

extern "C" void __heddle_note_time(const struct timespec *t)
{
    waited = nanoseconds(seconds(t->tv_sec)).count() + t->tv_nsec;
}

static nanoseconds read(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    nanoseconds time = seconds(now.tv_sec) + nanoseconds(now.tv_nsec);
    if (waited > time.count())
        time = nanoseconds(waited);
    waited = 0;
    return time;
}

system_clock::time_point system_clock::now() noexcept
{
    return time_point(read(CLOCK_REALTIME));
}

steady_clock::time_point steady_clock::now() noexcept
{
    return time_point(read(CLOCK_MONOTONIC));
}

} // namespace _V2
} // namespace std::chrono

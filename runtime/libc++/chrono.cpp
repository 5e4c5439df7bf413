/*
 * The clocks of <chrono>: those of the C library, which stand still; see libstdc++/chrono.cpp.
 */
#include <chrono>

#include <time.h>

namespace std {
inline namespace __1 {
namespace chrono {

/* The time to which the thread has waited, or 0. */
static __thread long long waited;

extern "C" void __heddle_note_time(const struct timespec *t)
{
    waited = t->tv_sec * 1000000000LL + t->tv_nsec;
}

static long long read(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    long long time = now.tv_sec * 1000000000LL + now.tv_nsec;
    if (waited > time)
        time = waited;
    waited = 0;
    return time;
}

const bool system_clock::is_steady;
const bool steady_clock::is_steady;

system_clock::time_point system_clock::now() noexcept
{
    return time_point(duration_cast<duration>(nanoseconds(read(CLOCK_REALTIME))));
}

time_t system_clock::to_time_t(const time_point &t) noexcept
{
    return time_t(duration_cast<seconds>(t.time_since_epoch()).count());
}

system_clock::time_point system_clock::from_time_t(time_t t) noexcept
{
    return time_point(seconds(t));
}

steady_clock::time_point steady_clock::now() noexcept
{
    return time_point(nanoseconds(read(CLOCK_MONOTONIC)));
}

} // namespace chrono
} // namespace __1
} // namespace std

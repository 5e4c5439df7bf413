/*
 * std::condition_variable.
 */
#include <condition_variable>

namespace std {
inline namespace __1 {

condition_variable::~condition_variable()
{
    pthread_cond_destroy(&__cv_);
}

void condition_variable::notify_one() noexcept
{
    pthread_cond_signal(&__cv_);
}

void condition_variable::notify_all() noexcept
{
    pthread_cond_broadcast(&__cv_);
}

void condition_variable::wait(unique_lock<mutex> &guard) noexcept
{
    if (!guard.owns_lock())
        __throw_system_error(EPERM, "condition_variable::wait: mutex not locked");
    if (int error = pthread_cond_wait(&__cv_, guard.mutex()->native_handle()))
        __throw_system_error(error, "condition_variable wait failed");
}

void condition_variable::__do_timed_wait(
    unique_lock<mutex> &guard,
    chrono::time_point<chrono::system_clock, chrono::nanoseconds> end) noexcept
{
    chrono::nanoseconds since = end.time_since_epoch();
    chrono::seconds whole = chrono::duration_cast<chrono::seconds>(since);
    struct timespec t = {static_cast<time_t>(whole.count()),
                         static_cast<long>((since - whole).count())};
    pthread_cond_timedwait(&__cv_, guard.mutex()->native_handle(), &t);
}

} // namespace __1
} // namespace std

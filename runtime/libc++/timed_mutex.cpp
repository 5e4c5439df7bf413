/*
 * std::timed_mutex and std::recursive_timed_mutex, whose states the templates of the headers share
 * that wait for a time.
 */
#include <mutex>

#include <cerrno>
#include <limits>

namespace std {
inline namespace __1 {

timed_mutex::timed_mutex() : __locked_(false) {}

/* Whoever unlocks it may have to leave it first. */
timed_mutex::~timed_mutex()
{
    lock_guard<mutex> guard(__m_);
}

void timed_mutex::lock()
{
    unique_lock<mutex> guard(__m_);
    while (__locked_)
        __cv_.wait(guard);
    __locked_ = true;
}

bool timed_mutex::try_lock() noexcept
{
    unique_lock<mutex> guard(__m_, try_to_lock);
    if (!guard.owns_lock() || __locked_)
        return false;
    __locked_ = true;
    return true;
}

void timed_mutex::unlock() noexcept
{
    lock_guard<mutex> guard(__m_);
    __locked_ = false;
    __cv_.notify_one();
}

recursive_timed_mutex::recursive_timed_mutex() : __count_(0), __id_{} {}

recursive_timed_mutex::~recursive_timed_mutex()
{
    lock_guard<mutex> guard(__m_);
}

void recursive_timed_mutex::lock()
{
    __thread_id self = this_thread::get_id();
    unique_lock<mutex> guard(__m_);
    if (__id_ == self) {
        if (__count_ == numeric_limits<size_t>::max())
            __throw_system_error(EAGAIN, "recursive_timed_mutex lock limit reached");
        ++__count_;
        return;
    }
    while (__count_)
        __cv_.wait(guard);
    __count_ = 1;
    __id_ = self;
}

bool recursive_timed_mutex::try_lock() noexcept
{
    __thread_id self = this_thread::get_id();
    unique_lock<mutex> guard(__m_, try_to_lock);
    bool is_free = __count_ == 0 || __id_ == self;
    if (!guard.owns_lock() || !is_free || __count_ == numeric_limits<size_t>::max())
        return false;
    ++__count_;
    __id_ = self;
    return true;
}

void recursive_timed_mutex::unlock() noexcept
{
    unique_lock<mutex> guard(__m_);
    if (--__count_)
        return;
    __id_.__reset();
    guard.unlock();
    __cv_.notify_one();
}

} // namespace __1
} // namespace std

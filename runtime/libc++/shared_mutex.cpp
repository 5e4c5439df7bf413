/*
 * std::shared_mutex and std::shared_timed_mutex.
 *
 * The state is that of the headers, whose templates wait for a time: the highest bit says that a
 * writer has come, the others count readers. A writer passes the first gate when it has
 * set the bit, and the second when the last reader has left.
 */
#include <mutex>
#include <shared_mutex>

namespace std {
inline namespace __1 {

__shared_mutex_base::__shared_mutex_base() : __state_(0) {}

void __shared_mutex_base::lock()
{
    unique_lock<mutex> guard(__mut_);
    while (__state_ & __write_entered_)
        __gate1_.wait(guard);
    __state_ |= __write_entered_;
    while (__state_ & __n_readers_)
        __gate2_.wait(guard);
}

bool __shared_mutex_base::try_lock()
{
    unique_lock<mutex> guard(__mut_);
    if (__state_)
        return false;
    __state_ = __write_entered_;
    return true;
}

void __shared_mutex_base::unlock()
{
    lock_guard<mutex> guard(__mut_);
    __state_ = 0;
    __gate1_.notify_all();
}

void __shared_mutex_base::lock_shared()
{
    unique_lock<mutex> guard(__mut_);
    while (__state_ & __write_entered_ || __state_ == __n_readers_)
        __gate1_.wait(guard);
    ++__state_;
}

bool __shared_mutex_base::try_lock_shared()
{
    unique_lock<mutex> guard(__mut_);
    if (__state_ & __write_entered_ || __state_ == __n_readers_)
        return false;
    ++__state_;
    return true;
}

void __shared_mutex_base::unlock_shared()
{
    lock_guard<mutex> guard(__mut_);
    --__state_;
    if (__state_ & __write_entered_) {
        if (!(__state_ & __n_readers_))
            __gate2_.notify_one();
    } else if (__state_ == __n_readers_ - 1) {
        __gate1_.notify_one();
    }
}

shared_timed_mutex::shared_timed_mutex() {}

void shared_timed_mutex::lock()
{
    __base_.lock();
}

bool shared_timed_mutex::try_lock()
{
    return __base_.try_lock();
}

void shared_timed_mutex::unlock()
{
    __base_.unlock();
}

void shared_timed_mutex::lock_shared()
{
    __base_.lock_shared();
}

bool shared_timed_mutex::try_lock_shared()
{
    return __base_.try_lock_shared();
}

void shared_timed_mutex::unlock_shared()
{
    __base_.unlock_shared();
}

} // namespace __1
} // namespace std

/*
 * Shared pointers that several threads use through std::atomic_load and its kin, and
 * std::bad_weak_ptr.
 */
#include <memory>

#include <pthread.h>

namespace std {

/* One lock for all of them: what happens under it takes no other. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

_Sp_locker::_Sp_locker(const void *) noexcept : _M_key1(0), _M_key2(0)
{
    pthread_mutex_lock(&lock);
}

_Sp_locker::_Sp_locker(const void *p, const void *) noexcept : _Sp_locker(p) {}

_Sp_locker::~_Sp_locker()
{
    pthread_mutex_unlock(&lock);
}

bad_weak_ptr::~bad_weak_ptr() noexcept = default;

const char *bad_weak_ptr::what() const noexcept
{
    return "bad_weak_ptr";
}

} // namespace std

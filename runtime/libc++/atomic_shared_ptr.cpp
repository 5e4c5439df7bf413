/*
 * The lock under which std::atomic_load and its kin use a shared pointer: one for all, since they
 * wait for nothing while they hold it.
 */
#include <memory>

#include <pthread.h>

namespace std {
inline namespace __1 {

static pthread_mutex_t lock_of_all = PTHREAD_MUTEX_INITIALIZER;

constexpr __sp_mut::__sp_mut(void *lock) noexcept : __lx_(lock) {}

void __sp_mut::lock() noexcept
{
    pthread_mutex_lock(static_cast<pthread_mutex_t *>(__lx_));
}

void __sp_mut::unlock() noexcept
{
    pthread_mutex_unlock(static_cast<pthread_mutex_t *>(__lx_));
}

__sp_mut &__get_sp_mut(const void *)
{
    static constinit __sp_mut mutex(&lock_of_all);
    return mutex;
}

} // namespace __1
} // namespace std

/*
 * Mutexes, and calls that happen once.
 */
#include <mutex>

#include <cerrno>

namespace std {
inline namespace __1 {

void mutex::lock()
{
    if (int error = pthread_mutex_lock(&__m_))
        __throw_system_error(error, "mutex lock failed");
}

bool mutex::try_lock() noexcept
{
    return pthread_mutex_trylock(&__m_) == 0;
}

void mutex::unlock() noexcept
{
    pthread_mutex_unlock(&__m_);
}

recursive_mutex::recursive_mutex()
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&__m_, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

recursive_mutex::~recursive_mutex()
{
    pthread_mutex_destroy(&__m_);
}

void recursive_mutex::lock()
{
    if (int error = pthread_mutex_lock(&__m_))
        __throw_system_error(error, "recursive_mutex lock failed");
}

bool recursive_mutex::try_lock() noexcept
{
    return pthread_mutex_trylock(&__m_) == 0;
}

void recursive_mutex::unlock() noexcept
{
    pthread_mutex_unlock(&__m_);
}

/* --- Calls that happen once ------------------------------------------------ */

static pthread_mutex_t once_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void set(volatile once_flag::_State_type &state, once_flag::_State_type value)
{
    pthread_mutex_lock(&once_lock);
    __atomic_store_n(&state, value, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&once_lock);
    pthread_cond_broadcast(&changed);
}

/* A call that throws has not happened. */
void __call_once(volatile once_flag::_State_type &state, void *arg, void (*call)(void *))
{
    pthread_mutex_lock(&once_lock);
    while (state == once_flag::_Pending)
        pthread_cond_wait(&changed, &once_lock);
    bool is_first = state == once_flag::_Unset;
    if (is_first)
        __atomic_store_n(&state, once_flag::_Pending, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&once_lock);
    if (!is_first)
        return;
    try {
        call(arg);
    } catch (...) {
        set(state, once_flag::_Unset);
        throw;
    }
    set(state, once_flag::_Complete);
}

} // namespace __1
} // namespace std

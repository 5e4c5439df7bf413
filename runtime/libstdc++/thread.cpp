/*
 * std::thread.
 */

#include <thread>

#include <sys/sysinfo.h>

#include <cerrno>

namespace std {

thread::_State::~_State() = default;

/* It may be left by an exception, which ends the process, and by the exit of the thread. */
static void *run(void *state)
{
    thread::_State_ptr owned(static_cast<thread::_State *>(state));
    owned->_M_run();
    return nullptr;
}

/*
 * The state is given away before the thread exists, so that nobody but the new thread knows it, and
 * what that does with it is its own affair. Here, creation cannot fail.
 */
void thread::_M_start_thread(_State_ptr state, void (*)())
{
    pthread_create(&_M_id._M_thread, nullptr, run, state.release());
}

void thread::join()
{
    int error = EINVAL;
    if (joinable())
        error = pthread_join(_M_id._M_thread, nullptr);
    if (error)
        __throw_system_error(error);
    _M_id = id();
}

void thread::detach()
{
    int error = EINVAL;
    if (joinable())
        error = pthread_detach(_M_id._M_thread);
    if (error)
        __throw_system_error(error);
    _M_id = id();
}

unsigned thread::hardware_concurrency() noexcept
{
    return get_nprocs();
}


} // namespace std

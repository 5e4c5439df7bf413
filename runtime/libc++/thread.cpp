/*
 * std::thread.
 */
#include <condition_variable>
#include <future>
#include <thread>

#include <cerrno>
#include <exception>
#include <sys/sysinfo.h>
#include <time.h>

namespace std {
inline namespace __1 {

thread::~thread()
{
    if (joinable())
        terminate();
}

void thread::join()
{
    int error = joinable() ? pthread_join(__t_, nullptr) : EINVAL;
    if (error)
        __throw_system_error(error, "thread::join failed");
    __t_ = 0;
}

void thread::detach()
{
    int error = joinable() ? pthread_detach(__t_) : EINVAL;
    if (error)
        __throw_system_error(error, "thread::detach failed");
    __t_ = 0;
}

unsigned thread::hardware_concurrency() noexcept
{
    return static_cast<unsigned>(get_nprocs());
}

void this_thread::sleep_for(const chrono::nanoseconds &time)
{
    if (time <= chrono::nanoseconds::zero())
        return;
    chrono::seconds whole = chrono::duration_cast<chrono::seconds>(time);
    struct timespec t = {static_cast<time_t>(whole.count()),
                         static_cast<long>((time - whole).count())};
    nanosleep(&t, nullptr);
}

/* --- What happens when a thread ends --------------------------------------- */

/* Every thread has one of these, which holds what is to be done at its end. */
class __thread_struct_imp {
  public:
    struct notice {
        notice *next;
        condition_variable *condition;
        mutex *lock;
        __assoc_sub_state *state;
    };
    notice *first;
};

__thread_struct::__thread_struct() : __p_(nullptr) {}

__thread_struct::~__thread_struct()
{
    if (!__p_)
        return;
    for (__thread_struct_imp::notice *next, *notice = __p_->first; notice; notice = next) {
        next = notice->next;
        if (notice->condition) {
            notice->lock->unlock();
            notice->condition->notify_all();
        } else {
            notice->state->__make_ready();
            notice->state->__release_shared();
        }
        delete notice;
    }
    delete __p_;
}

static void add(__thread_struct_imp *&list, __thread_struct_imp::notice notice)
{
    if (!list)
        list = new __thread_struct_imp();
    notice.next = list->first;
    list->first = new __thread_struct_imp::notice(notice);
}

void __thread_struct::notify_all_at_thread_exit(condition_variable *condition, mutex *lock)
{
    add(__p_, {nullptr, condition, lock, nullptr});
}

void __thread_struct::__make_ready_at_thread_exit(__assoc_sub_state *state)
{
    state->__add_shared();
    add(__p_, {nullptr, nullptr, nullptr, state});
}

void notify_all_at_thread_exit(condition_variable &condition, unique_lock<mutex> guard)
{
    __thread_specific_ptr<__thread_struct> &local = __thread_local_data();
    if (!local.get())
        local.set_pointer(new __thread_struct);
    local->notify_all_at_thread_exit(&condition, guard.release());
}

/* The key under which it is found is the first one (key.c), and there from the beginning. */

static constexpr __libcpp_tls_key first_key = 0;
static_assert(sizeof first_key == sizeof(__thread_specific_ptr<__thread_struct>));

extern "C" void __heddle_first_key_destructor(void *value)
{
    delete static_cast<__thread_struct *>(value);
}

__thread_specific_ptr<__thread_struct> &__thread_local_data()
{
    void *key = const_cast<__libcpp_tls_key *>(&first_key);
    return *static_cast<__thread_specific_ptr<__thread_struct> *>(key);
}

} // namespace __1
} // namespace std

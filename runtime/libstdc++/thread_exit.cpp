/*
 * What happens when a thread has ended and destroyed its objects: the notification of
 * std::notify_all_at_thread_exit, and futures that become ready.
 */
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>

#include <pthread.h>

namespace std {

namespace {

struct notifier final : __at_thread_exit_elt {
    notifier(condition_variable &condition, unique_lock<mutex> &lock)
        : condition(&condition), lock(lock.release())
    {
    }

    static void run(void *p)
    {
        notifier *self = static_cast<notifier *>(p);
        self->lock->unlock();
        self->condition->notify_all();
        delete self;
    }

    condition_variable *condition;
    mutex *lock;
};

pthread_key_t key;
pthread_once_t once = PTHREAD_ONCE_INIT;

/* The last registered first. */
void run_all(void *p)
{
    __at_thread_exit_elt *element = static_cast<__at_thread_exit_elt *>(p);
    while (element) {
        __at_thread_exit_elt *next = element->_M_next;
        element->_M_cb(element);
        element = next;
    }
}

void make_key()
{
    pthread_key_create(&key, run_all);
}

void add(__at_thread_exit_elt *element)
{
    pthread_once(&once, make_key);
    element->_M_next = static_cast<__at_thread_exit_elt *>(pthread_getspecific(key));
    pthread_setspecific(key, element);
}

} // namespace

void notify_all_at_thread_exit(condition_variable &condition, unique_lock<mutex> lock)
{
    notifier *element = new notifier(condition, lock);
    element->_M_cb = notifier::run;
    add(element);
}

void __future_base::_State_baseV2::_Make_ready::_M_set()
{
    _M_cb = _S_run;
    add(this);
}

void __future_base::_State_baseV2::_Make_ready::_S_run(void *p)
{
    unique_ptr<_Make_ready> self(static_cast<_Make_ready *>(p));
    if (shared_ptr<_State_baseV2> state = self->_M_shared_state.lock())
        state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}

} // namespace std

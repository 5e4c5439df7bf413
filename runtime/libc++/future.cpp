/*
 * Futures: their errors, their states, and those without a value.
 */
#include <future>

#include <string>

namespace std {
inline namespace __1 {

struct of_future final : error_category {
    const char *name() const noexcept override
    {
        return "future";
    }

    string message(int code) const override
    {
        switch (future_errc(code)) {
        case future_errc::broken_promise:
            return "The associated promise has been destructed prior to the associated state "
                   "becoming ready.";
        case future_errc::future_already_retrieved:
            return "The future has already been retrieved from the promise or packaged_task.";
        case future_errc::promise_already_satisfied:
            return "The state of the promise has already been set.";
        case future_errc::no_state:
            return "Operation not permitted on an object without an associated state.";
        default:
            return "unspecified future_errc value\n";
        }
    }
};

static constinit const of_future category;

const error_category &future_category() noexcept
{
    return category;
}

future_error::future_error(error_code code) : logic_error(code.message()), __ec_(code) {}
future_error::~future_error() noexcept {}

/* --- States ---------------------------------------------------------------- */

void __assoc_sub_state::__on_zero_shared() noexcept
{
    delete this;
}

void __assoc_sub_state::__execute()
{
    __throw_future_error(future_errc::no_state);
}

void __assoc_sub_state::set_value()
{
    lock_guard<mutex> guard(__mut_);
    if (__has_value())
        __throw_future_error(future_errc::promise_already_satisfied);
    __state_ |= __constructed | ready;
    __cv_.notify_all();
}

void __assoc_sub_state::set_value_at_thread_exit()
{
    lock_guard<mutex> guard(__mut_);
    if (__has_value())
        __throw_future_error(future_errc::promise_already_satisfied);
    __state_ |= __constructed;
    __thread_local_data()->__make_ready_at_thread_exit(this);
}

void __assoc_sub_state::set_exception(exception_ptr p)
{
    lock_guard<mutex> guard(__mut_);
    if (__has_value())
        __throw_future_error(future_errc::promise_already_satisfied);
    __exception_ = p;
    __state_ |= ready;
    __cv_.notify_all();
}

void __assoc_sub_state::set_exception_at_thread_exit(exception_ptr p)
{
    lock_guard<mutex> guard(__mut_);
    if (__has_value())
        __throw_future_error(future_errc::promise_already_satisfied);
    __exception_ = p;
    __thread_local_data()->__make_ready_at_thread_exit(this);
}

void __assoc_sub_state::__make_ready()
{
    lock_guard<mutex> guard(__mut_);
    __state_ |= ready;
    __cv_.notify_all();
}

/* Waits, or does what was put off until now. */
void __assoc_sub_state::__sub_wait(unique_lock<mutex> &guard)
{
    if (__is_ready())
        return;
    if (__state_ & deferred) {
        __state_ &= ~static_cast<unsigned>(deferred);
        guard.unlock();
        __execute();
    } else {
        while (!__is_ready())
            __cv_.wait(guard);
    }
}

void __assoc_sub_state::wait()
{
    unique_lock<mutex> guard(__mut_);
    __sub_wait(guard);
}

void __assoc_sub_state::copy()
{
    unique_lock<mutex> guard(__mut_);
    __sub_wait(guard);
    if (__exception_ != nullptr)
        rethrow_exception(__exception_);
}

/* --- Without a value ------------------------------------------------------- */

future<void>::future(__assoc_sub_state *state) : __state_(state)
{
    __state_->__attach_future();
}

future<void>::~future()
{
    if (__state_)
        __state_->__release_shared();
}

void future<void>::get()
{
    unique_ptr<__shared_count, __release_shared_count> owned(__state_);
    __assoc_sub_state *state = __state_;
    __state_ = nullptr;
    state->copy();
}

promise<void>::promise() : __state_(new __assoc_sub_state) {}

promise<void>::~promise()
{
    if (!__state_)
        return;
    if (!__state_->__has_value() && __state_->use_count() > 1)
        __state_->set_exception(
            make_exception_ptr(future_error(make_error_code(future_errc::broken_promise))));
    __state_->__release_shared();
}

static __assoc_sub_state &known(__assoc_sub_state *state)
{
    if (!state)
        __throw_future_error(future_errc::no_state);
    return *state;
}

future<void> promise<void>::get_future()
{
    return future<void>(&known(__state_));
}

void promise<void>::set_value()
{
    known(__state_).set_value();
}

void promise<void>::set_exception(exception_ptr p)
{
    known(__state_).set_exception(p);
}

void promise<void>::set_value_at_thread_exit()
{
    known(__state_).set_value_at_thread_exit();
}

void promise<void>::set_exception_at_thread_exit(exception_ptr p)
{
    known(__state_).set_exception_at_thread_exit(p);
}

shared_future<void>::~shared_future()
{
    if (__state_)
        __state_->__release_shared();
}

shared_future<void> &shared_future<void>::operator=(const shared_future &other)
{
    if (other.__state_)
        other.__state_->__add_shared();
    if (__state_)
        __state_->__release_shared();
    __state_ = other.__state_;
    return *this;
}

} // namespace __1
} // namespace std

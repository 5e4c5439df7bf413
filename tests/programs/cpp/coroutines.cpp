//@ verdict: verified
//@ output: native
//@ clang: -std=c++20
//
// Coroutines as clang splits them: a generator that is left early, one that throws, and a task
// that awaits another. (coroutines_o2.cpp has it at another level.)

#include <assert.h>
#include <coroutine>
#include <exception>
#include <stdio.h>

struct Noisy {
    const char *name;
    ~Noisy() { printf("%s ends\n", name); }
};

struct Numbers {
    struct promise_type {
        int current = 0;
        std::exception_ptr failure;
        Numbers get_return_object()
        {
            return Numbers{std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(int value)
        {
            current = value;
            return {};
        }
        void return_void() {}
        void unhandled_exception() { failure = std::current_exception(); }
    };

    std::coroutine_handle<promise_type> handle;

    explicit Numbers(std::coroutine_handle<promise_type> handle) : handle(handle) {}
    Numbers(Numbers &&other) : handle(other.handle) { other.handle = nullptr; }
    ~Numbers()
    {
        if (handle)
            handle.destroy();
    }

    bool next()
    {
        handle.resume();
        if (handle.promise().failure)
            std::rethrow_exception(handle.promise().failure);
        return !handle.done();
    }
    int value() { return handle.promise().current; }
};

static Numbers count(int first, int last)
{
    Noisy noisy{"count"};
    for (int n = first; n < last; n++) {
        if (n == 13)
            throw n;
        co_yield n;
    }
}

struct Task {
    struct promise_type {
        int result = 0;
        std::coroutine_handle<> waiting;
        Task get_return_object()
        {
            return Task{std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend() noexcept { return {}; }
        struct Final {
            bool await_ready() noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept
            {
                auto waiting = h.promise().waiting;
                return waiting ? waiting : std::noop_coroutine();
            }
            void await_resume() noexcept {}
        };
        Final final_suspend() noexcept { return {}; }
        void return_value(int value) { result = value; }
        void unhandled_exception() { std::terminate(); }
    };

    std::coroutine_handle<promise_type> handle;

    explicit Task(std::coroutine_handle<promise_type> handle) : handle(handle) {}
    Task(Task &&other) : handle(other.handle) { other.handle = nullptr; }
    ~Task()
    {
        if (handle)
            handle.destroy();
    }

    bool await_ready() { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiting)
    {
        handle.promise().waiting = waiting;
        return handle;
    }
    int await_resume() { return handle.promise().result; }
};

static Task inner(int n)
{
    Noisy noisy{"inner"};
    co_return n * 2;
}

static Task outer(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += co_await inner(i);
    co_return sum;
}

int main()
{
    {
        Numbers numbers = count(0, 3);
        while (numbers.next())
            printf("%d\n", numbers.value());
        Numbers early = count(5, 10);
        assert(early.next() && early.value() == 5);
    }
    try {
        Numbers numbers = count(12, 20);
        while (numbers.next())
            printf("%d\n", numbers.value());
    } catch (int n) {
        printf("unlucky %d\n", n);
    }
    Task task = outer(3);
    task.handle.resume();
    assert(task.handle.done());
    printf("sum %d\n", task.await_resume());
    return 0;
}

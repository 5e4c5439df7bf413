//@ verdict: verified
//@ clang: -std=c++17
//@ properties: default,data-race
//@ symbolic: slow, many locks
//
// All kinds of mutexes and locks, and calls that happen once.

#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::mutex a, b;
std::recursive_mutex again;
std::shared_mutex shared;
std::once_flag once;
int value, calls;

static void work()
{
    std::call_once(once, [] { calls++; });
    assert(calls == 1);
    {
        std::scoped_lock both(a, b);
        value++;
    }
    std::lock_guard<std::recursive_mutex> outer(again);
    std::lock_guard<std::recursive_mutex> inner(again);
    std::shared_lock<std::shared_mutex> reader(shared);
}

int main()
{
    std::thread other(work);
    {
        std::unique_lock<std::mutex> second(b, std::defer_lock), first(a, std::defer_lock);
        std::lock(second, first);
        value++;
    }
    {
        std::unique_lock<std::shared_mutex> writer(shared);
    }
    other.join();
    assert(value == 2);
    std::timed_mutex timed;
    assert(timed.try_lock_for(std::chrono::milliseconds(5)));
    assert(!std::unique_lock<std::timed_mutex>(timed, std::chrono::milliseconds(5)));
    timed.unlock();
}

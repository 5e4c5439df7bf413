//@ verdict: verified
//@ clang: -stdlib=libc++ -std=c++17
//@ output: native
//@ concurrent: yes
//@ symbolic: slow, waits in loops
//
// Locks with readers, and locks that are waited for until a time, in LLVM's library.

#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex shared;
std::timed_mutex timed;
std::recursive_timed_mutex recursive;
int value, copy_of_value;

static void write()
{
    {
        std::unique_lock guard(shared);
        value++;
        copy_of_value++;
    }
    if (timed.try_lock_for(std::chrono::seconds(1)))
        timed.unlock();
    std::lock_guard guard(recursive);
}

int main()
{
    std::thread writer(write);
    {
        std::shared_lock first(shared);
        assert(value == copy_of_value && !shared.try_lock());
        if (shared.try_lock_shared())
            shared.unlock_shared();
    }
    {
        std::lock_guard guard(recursive);
        if (recursive.try_lock())
            recursive.unlock();
    }
    {
        std::lock_guard guard(timed);
    }
    writer.join();
    assert(value == 1 && shared.try_lock());
    shared.unlock();
    std::shared_timed_mutex both;
    assert(both.try_lock_until(std::chrono::steady_clock::now() + std::chrono::seconds(1)));
    assert(!both.try_lock_shared());
    both.unlock();
    both.lock_shared();
    both.unlock_shared();
}

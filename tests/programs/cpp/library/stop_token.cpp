//@ verdict: verified
//@ clang: -std=c++20
//@ symbolic: slow, shared states
//
// A thread that is asked to stop, and is joined by its destructor.

#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

int main()
{
    std::mutex lock;
    std::condition_variable_any wake;
    bool was_asked = false;
    {
        std::jthread worker([&](std::stop_token token) {
            std::unique_lock<std::mutex> guard(lock);
            wake.wait(guard, token, [] { return false; });
            was_asked = token.stop_requested();
        });
    }
    assert(was_asked);
}

//@ verdict: violation
//@ kind: assertion
//@ line: 28
//@ symbolic: slow, clocks
//
// A wait that gives up after a while, and a program that is sure that it does not.

#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable changed;
bool is_ready;

int main()
{
    std::thread other([] {
        std::lock_guard<std::mutex> guard(lock);
        is_ready = true;
        changed.notify_one();
    });
    {
        std::unique_lock<std::mutex> guard(lock);
        bool in_time = changed.wait_for(guard, std::chrono::seconds(1), [] { return is_ready; });
        assert(in_time);
    }
    other.join();
}

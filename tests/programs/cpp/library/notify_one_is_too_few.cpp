//@ verdict: violation
//@ kind: deadlock
//@ clang: -std=c++20
//@ symbolic: slow, lists of waiters
//
// Two threads wait for a change, and one of them is notified.

#include <atomic>
#include <thread>

std::atomic<char> state{0};

static void wait()
{
    state.wait(0);
}

int main()
{
    std::thread a(wait), b(wait);
    state = 1;
    state.notify_one();
    a.join();
    b.join();
}

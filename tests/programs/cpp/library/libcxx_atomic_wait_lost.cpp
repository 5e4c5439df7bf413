//@ verdict: violation
//@ kind: deadlock
//@ clang: -stdlib=libc++ -std=c++20
//@ symbolic: slow, lists of waiters
//
// One is notified where two wait: the other one sleeps on. A wait does not end by itself.

#include <atomic>
#include <thread>

std::atomic<int> gate{0};

int main()
{
    std::thread first([] { gate.wait(0); });
    std::thread second([] { gate.wait(0); });
    gate = 1;
    gate.notify_one();
    first.join();
    second.join();
}

//@ verdict: violation
//@ kind: deadlock
//@ symbolic: slow, thread states
//
// Two locks, taken in either order.

#include <mutex>
#include <thread>

std::mutex a, b;

int main()
{
    std::thread other([] {
        std::lock_guard<std::mutex> first(b);
        std::lock_guard<std::mutex> second(a);
    });
    {
        std::lock_guard<std::mutex> first(a);
        std::lock_guard<std::mutex> second(b);
    }
    other.join();
}

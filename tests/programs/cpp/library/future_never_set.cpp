//@ verdict: violation
//@ kind: deadlock
//@ symbolic: slow, shared states
//
// Somebody waits for a future whose promise nobody keeps.

#include <future>
#include <thread>

int main()
{
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread waits([&] { future.wait(); });
    waits.join();
    promise.set_value(1);
}

// An exception, and a guard that gives the lock back.
//
// The same as exception_keeps_lock.cpp, but the lock belongs to a lock_guard, whose destructor runs
// however the function is left.
//
// Expected: verified.
//
//@ verdict: verified
//@ symbolic: slow, C++ library

#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex lock;
static int balance = 1;

static void withdraw(int amount)
{
    std::lock_guard<std::mutex> guard(lock);
    if (balance < amount)
        throw std::runtime_error("not enough money");
    balance -= amount;
}

static void customer()
{
    try {
        withdraw(1);
    } catch (const std::runtime_error &) {
        // Another day, perhaps.
    }
}

int main()
{
    std::thread threads[] = {std::thread(customer), std::thread(customer), std::thread(customer)};
    for (auto &thread : threads)
        thread.join();
    assert(balance == 0);
}

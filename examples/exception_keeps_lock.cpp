// An exception that leaves a lock held.
//
// `withdraw` locks and unlocks by hand. When there is not enough money it throws, and the lock is
// never given back: the next one who wants it waits for ever.
//
// Expected: a violation, a deadlock. exception_with_guard.cpp gives the lock to a guard.
//
//@ verdict: violation
//@ kind: deadlock
//@ symbolic: slow, C++ library

#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex lock;
static int balance = 1;

static void withdraw(int amount)
{
    lock.lock();
    if (balance < amount)
        throw std::runtime_error("not enough money");
    balance -= amount;
    lock.unlock();
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
}

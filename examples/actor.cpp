// An actor: a thread with a mailbox, which ends when it is told to.
//
// The actor is a std::jthread. Its stop token wakes it from its wait for mail, so that its
// destructor, which asks it to stop and joins it, always comes back; what was sent before is done
// first.
//
// Expected: verified.
//
//@ verdict: verified
//@ clang: -std=c++20
//@ symbolic: slow, C++ library

#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <stop_token>
#include <thread>

class Counter {
public:
    void send(int amount)
    {
        {
            std::lock_guard guard(lock);
            mail.push_back(amount);
        }
        arrived.notify_one();
    }

    int total = 0;

private:
    void run(std::stop_token stop)
    {
        std::unique_lock guard(lock);
        while (arrived.wait(guard, stop, [this] { return !mail.empty(); })) {
            total += mail.front();
            mail.pop_front();
        }
    }

    std::mutex lock;
    std::condition_variable_any arrived;
    std::deque<int> mail;
    std::jthread thread{[this](std::stop_token stop) { run(stop); }};

public:
    void finish()
    {
        thread.request_stop();
        thread.join();
    }
};

int main()
{
    Counter counter;
    counter.send(3);
    counter.finish();
    assert(counter.total == 3);
}

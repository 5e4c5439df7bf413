//@ verdict: violation
//@ kind: deadlock
//@ symbolic: slow, a queue
//
// A consumer looks at the queue before it waits, but not under the lock that the producer holds
// when it notifies.

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable filled;
std::deque<int> queue;

int main()
{
    std::thread producer([] {
        std::lock_guard<std::mutex> guard(lock);
        queue.push_back(1);
        filled.notify_one();
    });
    bool is_empty;
    {
        std::lock_guard<std::mutex> guard(lock);
        is_empty = queue.empty();
    }
    if (is_empty) {
        std::unique_lock<std::mutex> guard(lock);
        filled.wait(guard);
    }
    producer.join();
}

// A bounded queue whose wake-up gets lost.
//
// Two producers and two consumers share a queue with room for one item, and one condition
// variable: "something has changed". Whoever changes something wakes one sleeper. With two kinds of
// sleepers on one condition variable, the one that is woken may be the wrong one: a producer that
// has put its item in wakes the other producer, which finds the queue full and lies down
// again, and a consumer, for whom the item is, is never told.
//
// Expected: a violation, a deadlock. notify_all, or a condition variable for each kind, and it is
// gone.
//
//@ verdict: violation
//@ kind: deadlock
//@ symbolic: slow, C++ library

#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

template <typename T>
class BoundedQueue {
public:
    explicit BoundedQueue(unsigned room) : room(room) {}

    void push(T item)
    {
        std::unique_lock<std::mutex> guard(lock);
        changed.wait(guard, [this] { return items.size() < room; });
        items.push(item);
        changed.notify_one();
    }

    T pop()
    {
        std::unique_lock<std::mutex> guard(lock);
        changed.wait(guard, [this] { return !items.empty(); });
        T item = items.front();
        items.pop();
        changed.notify_one();
        return item;
    }

private:
    const unsigned room;
    std::mutex lock;
    std::condition_variable changed;
    std::queue<T> items;
};

static BoundedQueue<int> queue(1);

static void producer(int item)
{
    queue.push(item);
}

static void consumer()
{
    queue.pop();
}

int main()
{
    std::thread threads[] = {std::thread(consumer), std::thread(consumer),
                             std::thread(producer, 1), std::thread(producer, 2)};
    for (auto &thread : threads)
        thread.join();
}

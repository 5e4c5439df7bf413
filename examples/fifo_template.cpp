// A lock-free queue between two threads, as a C++ template, that works for ever.
//
// The sender marks the moment in which a message is in the queue, the receiver the moment in
// which it has one. Whatever was sent is received, if both threads get to run.
//
//     heddle check --fair examples/fifo_template.cpp
//
// Expected: verified. Without --fair the receiver may never run again.
//
//@ verdict: verified
//@ options: --fair
//@ temporal: yes

#include <atomic>
#include <heddle.h>
#include <pthread.h>

LTL(delivery, "G(sent -> F recv)");

// One sender, one receiver. Each position is written by one of them only.
template <typename T, unsigned Slots>
class Fifo {
public:
    bool push(const T &item)
    {
        unsigned at = tail.load(std::memory_order_relaxed);
        if (next(at) == head.load(std::memory_order_acquire))
            return false;
        items[at] = item;
        tail.store(next(at), std::memory_order_release);
        return true;
    }

    bool pop(T &item)
    {
        unsigned at = head.load(std::memory_order_relaxed);
        if (at == tail.load(std::memory_order_acquire))
            return false;
        item = items[at];
        head.store(next(at), std::memory_order_release);
        return true;
    }

private:
    static unsigned next(unsigned at) { return (at + 1) % Slots; }

    T items[Slots];
    std::atomic<unsigned> head{0}, tail{0};
};

static Fifo<int, 2> queue;

static void *sender(void *)
{
    for (;;) {
        while (!queue.push(1)) {
        }
        ap(sent);
    }
    return nullptr;
}

static void *receiver(void *)
{
    for (;;) {
        int item = 0;
        if (queue.pop(item)) {
            heddle_assert(item == 1);
            ap(recv);
        }
    }
    return nullptr;
}

int main()
{
    pthread_t threads[2];
    pthread_create(&threads[0], nullptr, sender, nullptr);
    pthread_create(&threads[1], nullptr, receiver, nullptr);
    pthread_join(threads[0], nullptr);
    pthread_join(threads[1], nullptr);
}

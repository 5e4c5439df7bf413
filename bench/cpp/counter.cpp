// Three threads that count under a lock.
#include <cassert>
#include <mutex>
#include <thread>

enum { THREADS = 3, ROUNDS = 2 };

static std::mutex lock;
static int count;

static void work()
{
    for (int i = 0; i < ROUNDS; i++) {
        std::lock_guard<std::mutex> guard(lock);
        count++;
    }
}

int main()
{
    std::thread threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        threads[i] = std::thread(work);
    for (int i = 0; i < THREADS; i++)
        threads[i].join();
    assert(count == THREADS * ROUNDS);
}

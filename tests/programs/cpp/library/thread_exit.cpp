//@ verdict: verified
//@ output: native
//@ symbolic: slow, a promise and its future
//
// A thread of the library's may exit as pthreads do. A promise that nobody can keep any more is
// broken by that.

#include <cstdio>
#include <future>
#include <mutex>
#include <pthread.h>
#include <thread>

static std::mutex mutex;

struct Guard {
    ~Guard() { std::printf("guard\n"); }
};

static int leave()
{
    std::lock_guard<std::mutex> lock(mutex);
    Guard guard;
    pthread_exit(nullptr);
}

int main()
{
    std::thread thread(leave);
    thread.join();
    std::printf("free: %d\n", mutex.try_lock());
    mutex.unlock();
    try {
        std::promise<int> promise;
        std::future<int> future = promise.get_future();
        auto work = [](std::promise<int> owned) { owned.set_value(leave()); };
        std::thread other(work, std::move(promise));
        other.join();
        std::printf("%d\n", future.get());
    } catch (const std::future_error &error) {
        std::printf("%s\n", error.what());
    }
    return 0;
}

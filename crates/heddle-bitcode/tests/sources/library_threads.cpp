// The threads of the C++ library.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>
#include <queue>
#include <thread>
class Pool {
    std::mutex lock;
    std::condition_variable ready;
    std::queue<std::function<void()>> tasks;
    std::vector<std::thread> threads;
    std::atomic<bool> done{false};
public:
    explicit Pool(int n) {
        for (int i = 0; i < n; i++) threads.emplace_back([this] { work(); });
    }
    ~Pool() {
        done.store(true, std::memory_order_release);
        ready.notify_all();
        for (auto &thread : threads) thread.join();
    }
    void submit(std::function<void()> task) {
        { std::lock_guard<std::mutex> guard(lock); tasks.push(std::move(task)); }
        ready.notify_one();
    }
private:
    void work() {
        while (!done.load(std::memory_order_acquire)) {
            std::unique_lock<std::mutex> guard(lock);
            ready.wait(guard, [this] { return done || !tasks.empty(); });
            if (tasks.empty()) continue;
            auto task = std::move(tasks.front());
            tasks.pop();
            guard.unlock();
            task();
        }
    }
};
static std::once_flag once;
int main() {
    std::atomic<int> count{0};
    {
        Pool pool(4);
        for (int i = 0; i < 10; i++) pool.submit([&count, i] { count.fetch_add(i); });
    }
    auto later = std::async(std::launch::async, [] { return 42; });
    std::call_once(once, [] {});
    return later.get() + count;
}

// A thread pool that forgets a task on shutdown.
//
// The destructor tells the workers to stop and joins them. A worker that is told so leaves at once,
// even if there is still something to do: it asks for `stopping` before it asks for tasks. Whether
// the task is done depends on who is first.
//
// Expected: a violation of the assertion. Let workers leave only when there is nothing left to do.
//
//@ verdict: violation
//@ kind: assertion
//@ symbolic: slow, C++ library

#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

class ThreadPool {
public:
    ThreadPool() : worker([this] { work(); }) {}

    ~ThreadPool()
    {
        {
            std::lock_guard<std::mutex> guard(lock);
            stopping = true;
        }
        changed.notify_all();
        worker.join();
    }

    void submit(std::function<void()> task)
    {
        {
            std::lock_guard<std::mutex> guard(lock);
            tasks.push_back(std::move(task));
        }
        changed.notify_one();
    }

private:
    void work()
    {
        for (;;) {
            std::function<void()> task;
            {
                std::unique_lock<std::mutex> guard(lock);
                changed.wait(guard, [this] { return stopping || !tasks.empty(); });
                if (stopping)
                    return;
                task = std::move(tasks.front());
                tasks.pop_front();
            }
            task();
        }
    }

    std::mutex lock;
    std::condition_variable changed;
    std::deque<std::function<void()>> tasks;
    bool stopping = false;
    std::thread worker;
};

int main()
{
    int done = 0;
    {
        ThreadPool pool;
        pool.submit([&done] { done++; });
    }
    assert(done == 1);
}

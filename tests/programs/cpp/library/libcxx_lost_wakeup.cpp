//@ verdict: violation
//@ kind: deadlock
//@ clang: -stdlib=libc++
//@ symbolic: slow, thread states
//
// A notification that comes before somebody waits for it.

#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable changed;

int main()
{
    std::thread other([] { changed.notify_one(); });
    {
        std::unique_lock<std::mutex> guard(lock);
        changed.wait(guard);
    }
    other.join();
}

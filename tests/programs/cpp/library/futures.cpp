//@ verdict: verified
//@ output: native
//@ symbolic: slow, shared states
//
// A promise, a packaged task, and calls that run now or later.

#include <future>
#include <iostream>
#include <thread>

int main()
{
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread giver([&] { promise.set_value(7); });
    int first = future.get();
    giver.join();

    std::packaged_task<int(int)> task([](int n) { return n * n; });
    std::shared_future<int> square = task.get_future().share();
    std::thread worker(std::move(task), 5);
    int second = square.get();
    worker.join();

    auto later = std::async(std::launch::deferred, [] { return 3; });
    auto beside = std::async(std::launch::async, [] { return 4; });
    int third = later.get(), fourth = beside.get();
    std::cout << first << ' ' << second << ' ' << third << ' ' << fourth << std::endl;
}

//@ verdict: verified
//@ clang: -stdlib=libc++ -std=c++17
//@ output: native
//@ symbolic: slow, formatting is long
//
// LLVM's library: threads, locks, futures, containers, strings and streams.

#include <condition_variable>
#include <future>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

std::mutex lock;
std::condition_variable changed;
bool is_ready;
std::map<int, std::string> squares;

static void work(int n)
{
    std::unique_lock<std::mutex> guard(lock);
    changed.wait(guard, [] { return is_ready; });
    squares[n] = std::to_string(n * n);
}

int main()
{
    std::vector<std::thread> threads;
    for (int i = 2; i < 4; i++)
        threads.emplace_back(work, i);
    {
        std::lock_guard<std::mutex> guard(lock);
        is_ready = true;
    }
    changed.notify_all();
    for (std::thread &thread : threads)
        thread.join();
    for (auto &entry : squares)
        std::cout << entry.first << ": " << entry.second << '\n';

    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread giver([&] { promise.set_value(7); });
    std::cout << future.get() << ' ';
    giver.join();
    std::shared_ptr<int> shared = std::make_shared<int>(5);
    std::weak_ptr<int> weak = shared;
    std::cout << *weak.lock() << ' ' << shared.use_count() << '\n';

    std::unordered_map<int, int> doubles;
    for (int i = 0; i < 20; i++)
        doubles[i * 3] = i;
    std::cout << doubles.bucket_count() << ' ' << doubles.at(9) << '\n';
    try {
        doubles.at(1);
    } catch (const std::out_of_range &error) {
        std::cout << error.what() << '\n';
    }
    std::ostringstream out;
    out << std::setw(5) << 42 << std::left << std::setw(5) << 7 << std::hex << 255 << ' ' << 2.5;
    std::istringstream in("12 abc 3.5");
    int i;
    std::string s;
    double d;
    in >> i >> s >> d;
    std::cout << out.str() << '|' << i << s << d << std::boolalpha << true << std::endl;
}

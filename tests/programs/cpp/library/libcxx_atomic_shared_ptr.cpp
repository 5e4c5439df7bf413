//@ verdict: verified
//@ clang: -stdlib=libc++ -std=c++17
//@ output: native
//@ symbolic: slow, retries
//@ properties: default,data-race,leak
//
// A shared pointer that two threads replace by the atomic functions of <memory>.

#include <cstdio>
#include <memory>
#include <thread>

std::shared_ptr<int> shared = std::make_shared<int>(1);

static void increment()
{
    std::shared_ptr<int> seen = std::atomic_load(&shared);
    while (!std::atomic_compare_exchange_strong(&shared, &seen, std::make_shared<int>(*seen + 1))) {
    }
}

int main()
{
    std::thread other(increment);
    increment();
    other.join();
    std::printf("%d %d\n", *std::atomic_exchange(&shared, std::shared_ptr<int>()),
                shared == nullptr);
}

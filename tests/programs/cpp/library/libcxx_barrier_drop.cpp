//@ verdict: verified
//@ clang: -stdlib=libc++ -std=c++20
//@ properties: default,data-race
//@ symbolic: slow, lists of waiters
//
// A barrier of LLVM's library over several phases, of which one thread leaves it, and a semaphore that
// is waited for with a deadline.

#include <barrier>
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

static int phases, sum;
static std::binary_semaphore door(0);

int main()
{
    std::barrier<void (*)() noexcept> all(2, []() noexcept { phases++; });
    std::thread other([&] {
        sum++;
        all.arrive_and_wait();
        assert(sum == 1);
        all.arrive_and_drop();
        if (!door.try_acquire_for(std::chrono::seconds(1)))
            door.acquire();
    });
    all.arrive_and_wait();
    assert(phases == 1);
    all.arrive_and_wait();
    assert(phases == 2);
    sum++;
    all.arrive_and_wait();
    assert(phases == 3 && sum == 2);
    door.release();
    other.join();
    assert(!door.try_acquire());
}

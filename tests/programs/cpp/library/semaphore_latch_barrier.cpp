//@ verdict: verified
//@ clang: -std=c++20
//@ properties: default,data-race
//@ symbolic: slow, many objects
//
// What C++20 has to wait with.

#include <barrier>
#include <cassert>
#include <chrono>
#include <latch>
#include <semaphore>
#include <thread>

std::counting_semaphore<2> slots(1);
std::latch started(2);
int inside, sum;

int main()
{
    std::thread other([] {
        started.arrive_and_wait();
        slots.acquire();
        assert(++inside == 1);
        inside--;
        sum++;
        slots.release();
    });
    started.count_down();
    started.wait();
    slots.acquire();
    assert(++inside == 1);
    inside--;
    sum++;
    slots.release();
    other.join();
    assert(sum == 2);
    slots.acquire();
    assert(!slots.try_acquire_for(std::chrono::milliseconds(1)));

    int rounds = 0;
    std::barrier all(2, [&]() noexcept { rounds++; });
    std::thread third([&] { all.arrive_and_wait(); });
    all.arrive_and_wait();
    assert(rounds == 1);
    third.join();
}

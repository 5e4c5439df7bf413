//@ verdict: verified
//@ clang: -std=c++20
//@ properties: default,data-race
//@ symbolic: slow, lists of waiters
//
// Threads that wait for an atomic object to change.

#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> turn{0};
std::atomic_flag done;
int result;

int main()
{
    std::thread second([] {
        turn.wait(0);
        assert(turn == 1);
        result = 2;
        done.test_and_set();
        done.notify_all();
    });
    turn = 1;
    turn.notify_one();
    done.wait(false);
    assert(result == 2);
    second.join();
}

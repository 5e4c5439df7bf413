//@ verdict: violation
//@ kind: data-race
//@ properties: default,data-race
//@ symbolic: slow, growing vectors
//
// Two threads append to a vector, and one of them forgets the lock.

#include <mutex>
#include <thread>
#include <vector>

std::mutex lock;
std::vector<int> numbers;

int main()
{
    numbers.reserve(4);
    std::thread other([] {
        std::lock_guard<std::mutex> guard(lock);
        numbers.push_back(1);
    });
    numbers.push_back(2);
    other.join();
}

//@ verdict: verified
//@ properties: default,data-race
//@ output: native
//@ symbolic: slow, formatting is long
//
// Threads that append to a vector of strings under a lock; what they made is printed.

#include <cassert>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

std::mutex lock;
std::vector<std::string> names;

void add(std::string name)
{
    std::lock_guard<std::mutex> guard(lock);
    names.push_back(name);
}

int main()
{
    std::thread a(add, "a name that is too long for the string itself");
    std::thread b(add, "short");
    a.join();
    b.join();
    assert(names.size() == 2);
    std::size_t length = names[0].size() + names[1].size();
    std::cout << names.size() << " names, " << length << " letters" << std::endl;
}

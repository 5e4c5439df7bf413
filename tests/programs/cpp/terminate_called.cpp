//@ verdict: violation
//@ kind: crash
//@ line: 18
//
// std::terminate, without an exception.

#include <exception>

struct Worker {
    bool joined = false;
    void join() { joined = true; }
    ~Worker();
};

Worker::~Worker()
{
    if (!joined)
        std::terminate();
}

int main()
{
    Worker first, second;
    first.join();
    return 0;
}

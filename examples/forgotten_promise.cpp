// A future that is never set.
//
// The worker keeps its promise only if it finds something. The promise is a global variable, which
// lives until the program ends, so nobody breaks it either: whoever waits for the future waits for
// ever if there is nothing to find.
//
// Expected: a violation, a deadlock. A promise that the worker owns would be broken when it
// leaves, and the future would throw.
//
//@ verdict: violation
//@ kind: deadlock
//@ symbolic: slow, C++ library

#include <atomic>
#include <future>
#include <thread>

static std::promise<int> answer;
static std::atomic<int> shelf{42};

static void search()
{
    int found = shelf.exchange(0);
    if (found)
        answer.set_value(found);
}

static void thief()
{
    shelf = 0;
}

int main()
{
    std::thread one(search), two(thief);
    int found = answer.get_future().get();
    one.join();
    two.join();
    return found != 42;
}

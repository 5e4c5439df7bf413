// Double-checked initialization, wrong.
//
// To get the settings without taking a lock each time, `settings` looks at a plain pointer first.
// But nothing orders that look with the writing of the pointer, and of what it points to: that is
// a data race, and on real machines a thread may see the pointer before the settings.
//
// Expected: a violation, a data race. lazy_init.cpp does it right.
//
//@ verdict: violation
//@ kind: data-race
//@ properties: default,data-race
//@ symbolic: slow, C++ library

#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

struct Settings {
    int threads = 4;
};

static std::mutex lock;
static std::unique_ptr<Settings> instance;

static Settings &settings()
{
    if (!instance) {
        std::lock_guard<std::mutex> guard(lock);
        if (!instance)
            instance = std::make_unique<Settings>();
    }
    return *instance;
}

static void use()
{
    assert(settings().threads == 4);
}

int main()
{
    std::thread one(use), two(use);
    one.join();
    two.join();
}

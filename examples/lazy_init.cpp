// Double-checked initialization, right, in two ways.
//
// An atomic pointer that is written when all that it points to is there; or, with less to get
// wrong, a local static variable, which C++ initializes once, whoever comes first.
//
// Expected: verified. lazy_init_wrong.cpp has the plain pointer with which it goes wrong.
//
//@ verdict: verified
//@ properties: default,data-race
//@ symbolic: slow, C++ library

#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Settings {
    int threads = 4;
};

static std::mutex lock;
static std::atomic<Settings *> instance{nullptr};

static Settings &settings()
{
    Settings *found = instance.load();
    if (!found) {
        std::lock_guard<std::mutex> guard(lock);
        found = instance.load();
        if (!found) {
            found = new Settings;
            instance.store(found);
        }
    }
    return *found;
}

static Settings &other_settings()
{
    static Settings instance;
    return instance;
}

static void use()
{
    assert(settings().threads == 4);
    assert(other_settings().threads == 4);
}

int main()
{
    std::thread one(use), two(use);
    one.join();
    two.join();
    delete instance.load();
}

//@ verdict: verified
//@ clang: -fno-exceptions
//@ properties: default,data-race
//@ concurrent: yes
//
// A lock object whose destructor unlocks, also on an early return.

#include <assert.h>
#include <pthread.h>

class Mutex {
    pthread_mutex_t m;

public:
    Mutex() { pthread_mutex_init(&m, nullptr); }
    ~Mutex() { pthread_mutex_destroy(&m); }
    void lock() { pthread_mutex_lock(&m); }
    void unlock() { pthread_mutex_unlock(&m); }
};

class Lock {
    Mutex &m;

public:
    explicit Lock(Mutex &m) : m(m) { m.lock(); }
    ~Lock() { m.unlock(); }
};

static Mutex mutex;
static int counter;

static void *work(void *unused)
{
    Lock lock(mutex);
    if (counter++ == 1)
        return unused;
    return nullptr;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    work(nullptr);
    pthread_join(t, nullptr);
    assert(counter == 2);
    return 0;
}

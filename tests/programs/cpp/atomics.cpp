//@ verdict: verified
//@ clang: -fno-exceptions
//@ properties: default,data-race
//@ concurrent: yes
//@ symbolic: bounded, the loop lock:
//@ unwind: 3
//
// A spinlock class on the compiler's atomic builtins.

#include <assert.h>
#include <pthread.h>

class SpinLock {
    bool taken = false;

public:
    void lock()
    {
        while (__atomic_exchange_n(&taken, true, __ATOMIC_ACQUIRE))
            ;
    }
    void unlock() { __atomic_store_n(&taken, false, __ATOMIC_RELEASE); }
};

static SpinLock spin;
static int total;

template <int N> static void *work(void *unused)
{
    spin.lock();
    total += N;
    spin.unlock();
    return unused;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work<3>, nullptr);
    work<4>(nullptr);
    pthread_join(t, nullptr);
    assert(total == 7);
    return 0;
}

//@ verdict: verified
//@ concurrent: yes
//
// Two threads throw and catch at once: each finds its own exception, and nothing is left of it.

#include <assert.h>
#include <exception>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int balance = 1, refused;

struct Guard {
    Guard() { pthread_mutex_lock(&mutex); }
    ~Guard() { pthread_mutex_unlock(&mutex); }
};

struct Refusal {
    int wanted;
};

static void withdraw(int amount)
{
    Guard guard;
    if (balance < amount)
        throw Refusal{amount};
    balance -= amount;
}

static void *work(void *)
{
    try {
        withdraw(1);
    } catch (const Refusal &refusal) {
        Guard guard;
        refused += refusal.wanted;
    }
    assert(std::uncaught_exceptions() == 0 && !std::current_exception());
    return nullptr;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    work(nullptr);
    pthread_join(t, nullptr);
    assert(balance == 0 && refused == 1);
    return 0;
}

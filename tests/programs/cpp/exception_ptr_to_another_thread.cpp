//@ verdict: verified
//@ concurrent: yes
//@ properties: default,data-race,uninitialized
//
// A thread hands its exception to another, which throws it again; whoever is last to use it
// destroys it, once.

#include <assert.h>
#include <exception>
#include <pthread.h>

static std::exception_ptr handed;
static int alive;

struct Failure {
    int code;
    explicit Failure(int code) : code(code) { __atomic_fetch_add(&alive, 1, __ATOMIC_SEQ_CST); }
    Failure(const Failure &other) : Failure(other.code) {}
    ~Failure() { __atomic_fetch_sub(&alive, 1, __ATOMIC_SEQ_CST); }
};

static void *work(void *)
{
    try {
        throw Failure(3);
    } catch (...) {
        handed = std::current_exception();
    }
    return nullptr;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    pthread_join(t, nullptr);
    int code = 0;
    try {
        std::rethrow_exception(handed);
    } catch (const Failure &failure) {
        code = failure.code;
        handed = nullptr;
        assert(alive == 1);
    }
    assert(code == 3 && alive == 0);
    return 0;
}

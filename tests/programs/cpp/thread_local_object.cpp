//@ verdict: verified
//@ clang: -fno-exceptions
//@ concurrent: yes
//
// thread_local in C++: constants, and an initializer that runs per thread.

#include <assert.h>
#include <pthread.h>

static thread_local int depth = 3;

static int initial(int n) { return n * 2; }

static int &lazy()
{
    static thread_local int value = initial(depth);
    return value;
}

static void *work(void *unused)
{
    depth++;
    assert(lazy() == 8);
    lazy()++;
    assert(lazy() == 9 && depth == 4);
    return unused;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    work(nullptr);
    pthread_join(t, nullptr);
    return 0;
}

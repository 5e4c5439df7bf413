//@ verdict: verified
//@ output: native
//
// The exit of a thread does not leave a function that must not throw; it runs destructors on the
// way there.

#include <exception>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct Guard {
    ~Guard();
};

Guard::~Guard()
{
    printf("guard\n");
}

static void last()
{
    printf("the end, %d\n", std::current_exception() != nullptr);
    fflush(stdout);
    _Exit(3);
}

static void leave()
{
    Guard guard;
    pthread_exit(nullptr);
}

static void *work(void *) noexcept
{
    leave();
    return nullptr;
}

int main()
{
    std::set_terminate(last);
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    pthread_join(t, nullptr);
    return 0;
}

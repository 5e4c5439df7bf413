//@ verdict: verified
//@ clang: -std=c++14 -Wno-deprecated -Wno-dynamic-exception-spec
//@ output: native
//@ properties: default,leak
//
// Specifications of exceptions, as there were before C++17, and handlers of what is unexpected.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>

struct Allowed {
    int value;
};
struct Refused {
    ~Refused()
    {
        std::puts("a refused one ends");
    }
};

static void only_allowed(int which) throw(Allowed, int)
{
    if (which == 0)
        throw Allowed{1};
    if (which == 1)
        throw 2;
    throw Refused();
}

static void or_bad() throw(std::bad_exception)
{
    throw Refused();
}

static void throw_allowed()
{
    std::printf("unexpected, %d in flight\n", std::uncaught_exception());
    throw Allowed{3};
}

static void throw_again()
{
    throw;
}

struct Guard {
    ~Guard()
    {
        std::puts("a guard");
    }
};

static void through(int which) throw(Allowed, int)
{
    Guard guard;
    only_allowed(which);
}

static void no_more()
{
    std::puts("terminated");
    std::exit(7);
}

static void wrong() throw(std::logic_error)
{
    throw Refused();
}

int main()
{
    for (int which = 0; which < 2; which++) {
        try {
            through(which);
        } catch (const Allowed &allowed) {
            std::printf("allowed %d\n", allowed.value);
        } catch (int i) {
            std::printf("int %d\n", i);
        }
    }
    std::printf("%d\n", std::set_unexpected(throw_allowed) != nullptr);
    std::printf("%d\n", std::get_unexpected() == throw_allowed);
    try {
        through(2);
    } catch (const Allowed &allowed) {
        std::printf("allowed %d, %d in flight\n", allowed.value, std::uncaught_exception());
    }
    std::set_unexpected(throw_again);
    try {
        or_bad();
    } catch (const std::bad_exception &bad) {
        std::puts(bad.what());
    }
    std::printf("%d\n", std::current_exception() == nullptr);
    std::set_terminate(no_more);
    wrong();
}

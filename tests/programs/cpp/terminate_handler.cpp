//@ verdict: verified
//@ output: native
//
// A program that says what shall be done with exceptions which nobody catches ends as it says.

#include <exception>
#include <stdio.h>
#include <stdlib.h>

struct Guard {
    ~Guard() { printf("never\n"); }
};

static void last()
{
    try {
        throw;
    } catch (int code) {
        printf("nobody catches %d\n", code);
    }
    fflush(stdout);
    _Exit(0);
}

int main()
{
    std::set_terminate(last);
    Guard guard;
    throw 5;
}

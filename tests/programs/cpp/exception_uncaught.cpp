//@ verdict: violation
//@ kind: uncaught-exception
//@ line: 17
//
// No handler is of the right type: the program ends where it throws, before any destructor runs.

#include <stdio.h>

struct Failure {};

struct Guard {
    ~Guard() { printf("never\n"); }
};

static void work()
{
    throw Failure();
}

int main()
{
    try {
        Guard guard;
        work();
    } catch (int) {
    } catch (Failure *) {
    }
    return 0;
}

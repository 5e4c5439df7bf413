//@ verdict: violation
//@ kind: uncaught-exception
//@ line: 13
//@ options: --malloc-may-fail
//
// Where allocation may fail, new throws; the second one is not caught.

#include <new>

static int *make(int value)
{
    // Who looks after failures?
    return new int(value);
}

int main()
{
    int *first = nullptr;
    try {
        first = make(1);
    } catch (const std::bad_alloc &) {
        return 0;
    }
    int *second = make(2);
    delete first;
    delete second;
    return 0;
}

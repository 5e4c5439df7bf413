//@ verdict: verified
//@ options: --malloc-may-fail
//@ properties: default,leak
//
// Each failure of new is caught, or is a null pointer that is looked at, and what was made
// before is given back.

#include <assert.h>
#include <new>

struct Pair {
    int *first, *second;
    Pair() : first(new int(1)), second(nullptr)
    {
        try {
            second = new int(2);
        } catch (...) {
            delete first;
            throw;
        }
    }
    ~Pair()
    {
        delete first;
        delete second;
    }
};

int main()
{
    int *quiet = new (std::nothrow) int(3);
    try {
        Pair pair;
        assert(*pair.first + *pair.second == 3);
    } catch (const std::bad_alloc &error) {
        assert(error.what()[0] == 's');
    }
    if (quiet)
        delete quiet;
    return 0;
}

//@ verdict: violation
//@ kind: uncaught-exception
//@ line: 16
//
// A handler of a base does not catch what has it as a private base.

#include <assert.h>

struct Base {};
struct Public : Base {};
struct Private : private Base {};

static void raise(bool hidden)
{
    if (hidden)
        throw Private();
    throw Public();
}

int main()
{
    for (int round = 0; round < 2; round++) {
        try {
            raise(round == 1);
        } catch (const Base &) {
        }
    }
    return 0;
}

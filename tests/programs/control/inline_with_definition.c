//@ verdict: verified
//
// The external definition of an inline function is the one that is called.

#include <assert.h>

inline int answer(void) { return 42; }
extern inline int answer(void);

extern int other(void);
inline int twice(int n) { return n + n + other(); }
int other(void) { return 1; }
extern int twice(int n);

int main(void)
{
    assert(answer() == 42);
    assert(twice(4) == 9);
    return 0;
}

//@ verdict: verified
//@ options: --undefined any
//
// Functions that nobody defines may return anything, and do nothing else.

#include <assert.h>
#include <stdbool.h>

extern bool is_lit(void);
extern signed char grade(int paper);
extern void polish(int *what);
extern _Noreturn void give_up(const char *why);

static int surface = 3;

int main(void)
{
    bool lit = is_lit();
    assert(lit == 0 || lit == 1);
    polish(&surface);
    assert(surface == 3);
    int mark = grade(1);
    assert(mark >= -128 && mark < 128);
    if (lit)
        give_up("nothing to do");
    assert(!lit);
    return 0;
}

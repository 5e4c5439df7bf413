//@ verdict: unknown
//@ reason: longjmp
//
// setjmp and longjmp are not supported.

#include <setjmp.h>

static jmp_buf place;

static void jump(void) { longjmp(place, 1); }

int main(void)
{
    if (setjmp(place) == 0)
        jump();
    return 0;
}

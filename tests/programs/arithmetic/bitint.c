//@ verdict: verified
//@ output: native
//
// _BitInt of odd widths: wrap-around at the width, sign extension, division,
// shifts, conversion to and from ordinary integers, and their place in memory.

#include <stdio.h>
#include <string.h>

typedef unsigned _BitInt(17) u17;
typedef _BitInt(17) s17;
typedef unsigned _BitInt(3) u3;
typedef _BitInt(33) s33;
typedef unsigned _BitInt(100) u100;

struct holder {
    char before;
    u17 value;
    s33 wide;
    char after;
};

int main(void)
{
    u17 a = 131071;
    printf("%u ", (unsigned)a);
    a = (u17)(a + 1);
    printf("%u ", (unsigned)a);
    a = (u17)(a - 1);
    printf("%u\n", (unsigned)a);

    s17 s = -65536;
    printf("%d %d %d %d %d\n", (int)s, (int)(s / (s17)7), (int)(s % (s17)7), (int)(s >> 3), (int)(s < 0));

    u3 small = 0;
    for (int i = 0; i < 20; i++) {
        printf("%u", (unsigned)small);
        small = (u3)(small * (u3)3 + (u3)1);
    }
    printf("\n");

    s33 w = (s33)4294967295;
    printf("%lld %lld %lld\n", (long long)w, (long long)-w, (long long)(w & (s33)0xffff));

    u100 big = 1;
    for (int i = 0; i < 99; i++)
        big = big * (u100)2 + (u100)(i % 3 == 0);
    printf("%llx %llx\n", (unsigned long long)(big >> 64), (unsigned long long)big);
    printf("%llu %llu\n", (unsigned long long)(big % (u100)1000000007), (unsigned long long)(big / (u100)1000000007));
    printf("%d %d\n", big > (u100)1, (int)(big << 1 == 0));

    struct holder h;
    memset(&h, 0, sizeof h);
    h.value = 70000;
    h.wide = -3;
    h.before = 'b';
    h.after = 'a';
    struct holder copy = h;
    printf("%zu %zu %zu %u %lld %c%c\n", sizeof(u17), sizeof(s33), sizeof(struct holder), (unsigned)copy.value, (long long)copy.wide,
           copy.before, copy.after);
    for (int i = -4; i < 4; i++)
        printf("%d ", (int)(_BitInt(3))i);
    printf("\n");
    return 0;
}

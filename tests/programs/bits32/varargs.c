//@ verdict: verified
//@ clang: -m32
//@ output: native
//
// Variable arguments, all on the stack: integers, 64-bit integers, doubles,
// structures; and structures by value.

#include <stdarg.h>
#include <stdio.h>

struct triple {
    char a;
    short b;
    int c;
};

struct eight {
    int x, y;
};

static double sum(const char *types, ...)
{
    va_list ap;
    double total = 0;
    va_start(ap, types);
    for (; *types; types++)
        switch (*types) {
        case 'i': total += va_arg(ap, int); break;
        case 'q': total += (double)va_arg(ap, long long); break;
        case 'd': total += va_arg(ap, double); break;
        case 's': total += va_arg(ap, const char *)[0]; break;
        case 't': total += va_arg(ap, struct triple).c; break;
        }
    va_end(ap);
    return total;
}

static struct triple twist(struct triple t) { return (struct triple){(char)t.c, (short)t.a, t.b}; }
static struct eight swap(struct eight e) { return (struct eight){e.y, e.x}; }

int main(void)
{
    struct triple t = {1, 2, 3};
    printf("%.2f\n", sum("iqdstqi", 1, 10000000000LL, 0.25, "A", t, -3LL, 7));
    struct triple u = twist(twist(t));
    struct eight e = swap((struct eight){8, 9});
    printf("%d %d %d %d %d\n", u.a, u.b, u.c, e.x, e.y);
    printf("%d %ld %lld %p %s %.3f %c %zu\n", 1, -2L, 3LL, (void *)0, "text", 0.125, 'c', sizeof t);
    return 0;
}

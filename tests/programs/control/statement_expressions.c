//@ verdict: verified
//@ output: native
//
// Extensions that real code uses: statement expressions, typeof, the elvis
// operator, nested conditionals in macros, __builtin_expect, local labels, cleanup,
// _Generic, __builtin_choose_expr.

#include <stdio.h>

#define max(a, b)                                                                                                                    \
    ({                                                                                                                               \
        __typeof__(a) a_ = (a);                                                                                                      \
        __typeof__(b) b_ = (b);                                                                                                      \
        a_ > b_ ? a_ : b_;                                                                                                           \
    })
#define kind(x) _Generic((x), int: "int", double: "double", char *: "string", const char *: "constant", default: "other")

static void report(int *v) { printf("cleanup %d\n", *v); }

static int scoped(int n)
{
    int outer __attribute__((cleanup(report))) = n;
    for (int i = 0; i < 2; i++) {
        outer++;
        int inner __attribute__((cleanup(report))) = n * 10 + i;
        if (i == 1)
            return inner;
    }
    return 0;
}

int main(void)
{
    int calls = 0;
    printf("%d %g\n", max(({ calls++; 3; }), 2), max(1.5, (double)calls));
    printf("%d %d\n", calls ?: 7, 0 ?: 8);
    printf("%s %s %s %s\n", kind(1), kind(1.0), kind("s"), kind('c'));
    if (__builtin_expect(calls == 1, 1))
        printf("likely\n");
    printf("%d\n", scoped(4));
    int found = ({
        __label__ done;
        int r = -1;
        for (int i = 0; i < 10; i++)
            if (i * i > 30) {
                r = i;
                goto done;
            }
    done:
        r;
    });
    printf("%d %d\n", found, __builtin_choose_expr(sizeof(long) == 8, 64, 32));
    printf("%d %d\n", __builtin_constant_p(3), (int)__builtin_object_size(&found, 0));
    return 0;
}

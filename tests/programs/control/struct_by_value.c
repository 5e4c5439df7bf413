//@ verdict: verified
//@ output: native
//
// Structures of many sizes and mixtures as arguments and results: in registers,
// split, in memory (byval, sret), with floats, with arrays, nested.

#include <stdio.h>

#define STRUCT(n)                                                                                                                    \
    struct s##n {                                                                                                                    \
        unsigned char b[n];                                                                                                          \
    };                                                                                                                               \
    static struct s##n twice##n(struct s##n s)                                                                                       \
    {                                                                                                                                \
        for (int i = 0; i < n; i++)                                                                                                  \
            s.b[i] = (unsigned char)(s.b[i] * 2 + i);                                                                                \
        return s;                                                                                                                    \
    }                                                                                                                                \
    static void test##n(void)                                                                                                        \
    {                                                                                                                                \
        struct s##n s, t;                                                                                                            \
        for (int i = 0; i < n; i++)                                                                                                  \
            s.b[i] = (unsigned char)(i * 7 + n);                                                                                     \
        t = twice##n(twice##n(s));                                                                                                   \
        for (int i = 0; i < n; i++)                                                                                                  \
            printf("%d ", t.b[i]);                                                                                                   \
        printf("| %d\n", s.b[n - 1]);                                                                                                \
    }

STRUCT(1) STRUCT(2) STRUCT(3) STRUCT(4) STRUCT(5) STRUCT(7) STRUCT(8) STRUCT(9) STRUCT(12) STRUCT(16) STRUCT(17) STRUCT(24) STRUCT(33)

struct floats { float x, y, z; };
struct mixed { int i; double d; };
struct fp_int { float f; int i; double d; };
struct nested { struct mixed m; struct floats f; char tail; };
struct one { long double l; };

static struct floats cross(struct floats a, struct floats b)
{
    return (struct floats){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static struct mixed bump(int before, struct mixed m, double after) { return (struct mixed){m.i + before, m.d + after}; }
static struct fp_int shuffle(struct fp_int s) { return (struct fp_int){(float)s.i, (int)s.d, (double)s.f}; }
static struct one half(struct one o) { return (struct one){o.l / 2}; }

static struct nested build(struct nested n, int a, int b, int c, int d, int e, int f, struct mixed late)
{
    n.m.i += a + b + c + d + e + f + late.i;
    n.m.d *= late.d;
    n.f = cross(n.f, (struct floats){1, 2, 3});
    n.tail++;
    return n;
}

int main(void)
{
    test1(); test2(); test3(); test4(); test5(); test7(); test8(); test9(); test12(); test16(); test17(); test24(); test33();
    struct floats c = cross((struct floats){1, 0, 2}, (struct floats){0, 1, 0.5f});
    printf("%g %g %g\n", (double)c.x, (double)c.y, (double)c.z);
    struct mixed m = bump(1, bump(10, (struct mixed){100, 0.5}, 0.25), 0.125);
    printf("%d %g\n", m.i, m.d);
    struct fp_int s = shuffle((struct fp_int){1.5f, 7, 9.75});
    printf("%g %d %g\n", (double)s.f, s.i, s.d);
    struct nested n = build((struct nested){m, c, 'x'}, 1, 2, 3, 4, 5, 6, m);
    printf("%d %g %g %g %g %c\n", n.m.i, n.m.d, (double)n.f.x, (double)n.f.y, (double)n.f.z, n.tail);
    printf("%Lg %g\n", half((struct one){5}).l, (double)cross(c, c).x);
    return 0;
}

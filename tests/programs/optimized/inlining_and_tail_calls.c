//@ verdict: verified
//@ clang: -O2
//@ output: native
//
// Inlined functions, tail recursion turned into loops, constants propagated into
// clones, aggregates taken apart, devirtualized function pointers.

#include <stdio.h>

struct point {
    int x, y;
};

static struct point add(struct point a, struct point b) { return (struct point){a.x + b.x, a.y + b.y}; }
static struct point scale(struct point a, int by) { return (struct point){a.x * by, a.y * by}; }

static unsigned collatz(unsigned long n, unsigned steps)
{
    if (n == 1)
        return steps;
    return collatz(n % 2 ? 3 * n + 1 : n / 2, steps + 1);
}

static int apply(int (*f)(int), int n, int v)
{
    for (int i = 0; i < n; i++)
        v = f(v);
    return v;
}

static int triple(int v) { return v * 3 % 1009; }
static int step(int v) { return v + 7; }

__attribute__((noinline)) static int classify(int n)
{
    int kind = 0;
    if (n % 3 == 0)
        kind |= 1;
    if (n % 5 == 0)
        kind |= 2;
    return kind == 3 ? 15 : kind == 2 ? 5 : kind == 1 ? 3 : 1;
}

int main(void)
{
    struct point p = {1, 2};
    for (int i = 0; i < 10; i++)
        p = add(scale(p, 3), (struct point){i, -i});
    printf("%d %d\n", p.x, p.y);
    for (unsigned long n = 1; n < 30; n += 4)
        printf("%u ", collatz(n, 0));
    printf("\n%d %d\n", apply(triple, 40, 5), apply(step, 11, 1));
    for (int i = 0; i < 31; i++)
        printf("%d ", classify(i));
    printf("\n");
    return 0;
}

//@ verdict: verified
//@ output: native
//
// Recursion: simple, double, mutual, deep, through a function pointer, and with
// locals whose addresses are passed down.

#include <stdio.h>

static unsigned ackermann(unsigned m, unsigned n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }

static int moves;

static void hanoi(int n, char from, char to, char via)
{
    if (n == 0)
        return;
    hanoi(n - 1, from, via, to);
    moves++;
    if (n == 4)
        printf("%c->%c ", from, to);
    hanoi(n - 1, via, to, from);
}

static int depth(int n, int *deepest)
{
    int here = n;
    if (n > *deepest)
        *deepest = n;
    if (n < 400) {
        int below = depth(n + 1, deepest);
        return here + below;
    }
    return here;
}

static int apply(int (*f)(int, void *), int n, void *g) { return f(n, g); }

static int fibonacci(int n, void *self)
{
    return n < 2 ? n : apply(fibonacci, n - 1, self) + apply(fibonacci, n - 2, self);
}

int main(void)
{
    printf("%u %u\n", ackermann(2, 3), ackermann(2, 5));
    printf("%d %d\n", is_even(50), is_odd(50));
    hanoi(6, 'A', 'C', 'B');
    int deepest = 0;
    printf("\n%d %d ", moves, depth(0, &deepest));
    printf("%d %d\n", deepest, fibonacci(12, NULL));
    return 0;
}

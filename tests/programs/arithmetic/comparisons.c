//@ verdict: verified
//@ output: native
//
// Comparison results as values; short-circuit evaluation; the conditional
// operator, nested; comparison of pointers into one array.

#include <stdio.h>

static int calls;

static int say(int v)
{
    calls++;
    return v;
}

static const char *size(int n)
{
    return n < 0 ? "negative" : n == 0 ? "zero" : n < 10 ? "small" : n < 100 ? "medium" : "large";
}

int main(void)
{
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int c = 0; c < 2; c++) {
                calls = 0;
                int r = (say(a) && say(b)) || (say(c) && !say(a));
                printf("%d%d%d: %d after %d\n", a, b, c, r, calls);
            }
    int sorted = 0;
    int v[] = {5, 3, 9, 1};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            sorted += (v[i] < v[j]) - (v[i] > v[j]) + (i == j);
    printf("%d\n", sorted);
    static const int samples[] = {-5, 0, 7, 42, 1000};
    for (int i = 0; i < 5; i++)
        printf("%s ", size(samples[i]));
    printf("\n");
    int array[4], *p = array, *q = array + 3;
    printf("%d%d%d%d%d %td\n", p < q, p <= array, p > q, p == array, p != q, q - p);
    unsigned char big = 255;
    signed char neg = -1;
    printf("%d %d %d\n", big == (unsigned char)neg, big == neg, (signed char)big == neg);
    return 0;
}

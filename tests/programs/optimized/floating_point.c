//@ verdict: verified
//@ clang: -O3 -ffp-contract=off
//@ output: native
//
// Floating point through the optimizer: a matrix product, Horner's rule, Newton's
// method, comparisons turned into selects.

#include <math.h>
#include <stdio.h>

enum { N = 6 };

__attribute__((noinline)) static void multiply(const double (*a)[N], const double (*b)[N], double (*c)[N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double s = 0;
            for (int k = 0; k < N; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}

__attribute__((noinline)) static double polynomial(const double *c, int n, double x)
{
    double r = 0;
    while (n-- > 0)
        r = r * x + c[n];
    return r;
}

__attribute__((noinline)) static float highest(const float *v, int n)
{
    float m = v[0];
    for (int i = 1; i < n; i++)
        m = v[i] > m ? v[i] : m;
    return m;
}

int main(void)
{
    double a[N][N], b[N][N], c[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (double)i / (j + 1);
            b[i][j] = i == j ? 2 : 0.125 * j;
        }
    multiply(a, b, c);
    for (int i = 0; i < N; i++)
        printf("%.17g %.17g %.17g\n", c[i][0], c[i][i], c[i][N - 1]);
    static const double coefficients[] = {1, -0.5, 0.25, -0.125};
    printf("%.17g\n", polynomial(coefficients, 4, 1.1));
    double x = 10;
    for (int i = 0; i < 20; i++)
        x = x - (x * x - 7) / (2 * x);
    printf("%.15g %d\n", x, fabs(x - sqrt(7)) < 1e-15);
    float v[9];
    for (int i = 0; i < 9; i++)
        v[i] = (float)((i * 5) % 9) - 4.5f;
    printf("%g\n", (double)highest(v, 9));
    return 0;
}

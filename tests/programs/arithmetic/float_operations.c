//@ verdict: verified
//@ output: native
//
// float and double: the four operations, comparisons with infinities and NaN,
// negative zero, rounding of float intermediates, denormals.

#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
    double values[] = {0.0, -0.0, 1.0, -1.5, 0.1, 3.0, 1e308, -1e-308, DBL_MIN / 4, INFINITY, -INFINITY, NAN};
    int n = sizeof values / sizeof values[0];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double a = values[i], b = values[j];
            double sum = a + b, product = a * b;
            printf("%g %g: %.17g %.17g", a, b, isnan(sum) ? 0 : sum, isnan(product) ? 0 : product);
            if (b != 0)
                printf(" %.17g", isnan(a / b) ? 0 : a / b);
            printf(" %d%d%d%d%d%d\n", a < b, a <= b, a > b, a >= b, a == b, a != b);
        }
    float f = 0.1f, sum = 0;
    for (int i = 0; i < 10; i++)
        sum += f;
    printf("%.9g %.9g %.9g\n", sum, f * f, 1.0f / 3.0f);
    printf("%.17g %.17g\n", (double)f, 0.1 + 0.2);
    printf("%d %d %d\n", (double)f == values[4], sum == 1.0f, 0.0 == -0.0);
    printf("%g %g\n", (double)FLT_MAX * 2, (double)(FLT_MIN / 8));
    double d = 1e16;
    d += 1;
    printf("%.1f ", d);
    d++;
    d--;
    printf("%.1f %g\n", d, -d);
    printf("%d %d\n", signbit(-0.0) != 0, signbit(0.0) != 0);
    return 0;
}

//@ verdict: verified
//@ output: native
//
// _Complex arithmetic as the compiler expands it: sums, products, conjugates,
// arguments and results by value.

#include <complex.h>
#include <stdio.h>

static double complex square_plus(double complex z, double complex c) { return z * z + c; }
static float complex half(float complex z) { return z * 0.5f; }

static void show(const char *name, double complex z) { printf("%s %.6f %.6f\n", name, creal(z), cimag(z)); }

int main(void)
{
    double complex a = 3 + 4 * I, b = 1 - 2 * I;
    show("sum", a + b);
    show("difference", a - b);
    show("product", a * b);
    show("negative", -a);
    show("conjugate", ~a);
    show("scaled", a * 2.0);
    show("iterated", square_plus(square_plus(0.25 + 0.5 * I, b), a));
    float complex f = half(5.0f + 7.0f * I);
    printf("%.3f %.3f\n", (double)crealf(f), (double)cimagf(f));
    printf("%d %d\n", a == 3 + 4 * I, a != b);
    __real__ a = 10;
    __imag__ a = -10;
    show("parts", a);
    int depth = 0;
    for (double complex z = 0; creal(z) * creal(z) + cimag(z) * cimag(z) < 4 && depth < 50; depth++)
        z = square_plus(z, 0.3 + 0.6 * I);
    printf("%d %zu %zu\n", depth, sizeof(double complex), sizeof(float complex));
    return 0;
}

//@ verdict: verified
//@ output: native
//@ symbolic: unknown, call of the function 'sin'
//
// sin, cos, tan, their inverses, exp, log, pow and the hyperbolic ones, printed
// with as many digits as any good library agrees on.

#include <math.h>
#include <stdio.h>

int main(void)
{
    static const double v[] = {0.1, 0.5, 1, 1.5, 2.718281828459045, 10};
    for (int i = 0; i < 6; i++) {
        double x = v[i];
        printf("%.10f %.10f %.10f %.10f %.10f\n", sin(x), cos(x), tan(x), atan(x), atan2(x, -2));
        printf("%.10e %.10e %.10f %.10f %.10f\n", exp(x), exp2(x), log(x), log2(x), log10(x));
        printf("%.10e %.10e %.10f\n", pow(x, 2.5), pow(2, -x), cbrt(x));
        printf("%.10e %.10e %.10f\n", sinh(x), cosh(x), tanh(x));
        printf("%.10f %.10f\n", expm1(x / 100), log1p(x));
        if (x <= 1)
            printf("%.10f %.10f\n", asin(x), acos(x));
    }
    printf("%g %g %g %g\n", pow(2, 10), pow(0, 0), pow(-2, 3), exp(0));
    printf("%.5f %.5f %.5f\n", (double)sinf(1), (double)powf(2, 0.5f), (double)logf(3));
    return 0;
}

//@ verdict: verified
//@ output: native
//
// Floating-point conversions of printf: f, e, g, a, flags, precision, rounding,
// infinities and NaN.

#include <math.h>
#include <stdio.h>

int main(void)
{
    static const double values[] = {0,      -0.0,   1,     -1.5,    0.1,     0.5,     1.5,    2.5,     9.995, 99999.5,
                                    123456, 1234567, 1e-5,  1.25e-4, 1e100,   1.7e308, 5e-324, 3.14159, 1.0 / 3};
    int n = sizeof values / sizeof values[0];
    for (int i = 0; i < n; i++) {
        double v = values[i];
        printf("[%f] [%.0f] [%.1f] [%.3f] [%10.2f] [%-10.2f] [%+.2f] [% .2f] [%010.2f] [%#.0f]\n", v, v, v, v, v, v, v, v, v, v);
        printf("[%e] [%.0e] [%.3E] [%15.4e] [%-15.4e] [%+e] [%#.0e]\n", v, v, v, v, v, v, v);
        printf("[%g] [%.0g] [%.3G] [%.10g] [%.17g] [%#g] [%12g] [%-12g] [%012g]\n", v, v, v, v, v, v, v, v, v);
    }
    printf("%f %F %e %g %5f|%-5f|%05f %+f\n", INFINITY, INFINITY, -INFINITY, -INFINITY, INFINITY, INFINITY, INFINITY, INFINITY);
    printf("%f %G [%6f]\n", (double)NAN, (double)NAN, (double)NAN);
    printf("%a %a %a %A %.2a\n", 1.0, 0.5, -3.75, 255.0, 1.999);
    printf("%.30f\n%.25e\n", 0.1, 1.0 / 3);
    printf("%.*f %*.*f\n", 2, 2.345, 10, 1, 2.25);
    return 0;
}

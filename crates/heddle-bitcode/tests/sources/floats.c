// Floating-point numbers of every format.
float single = 1.0f / 3;
double dbl = 3.14159;
long double extended = 2.718281828459045235360287L;
__float128 quad = 1.25;
_Float16 half = 0.1f16;
_Complex double z = 1.0 + 2.0i;
long double table[] = {0, -0.0L, 1e4000L, -1.0L / 3};
double special[] = {__builtin_inf(), -__builtin_inf(), 1e-320, -0.0};
float floats[4] = {0.1f, 1e-45f, 3e38f, __builtin_inff()};

double all(float f, double d, long double l, __float128 q) {
    long double sum = f + d * l - (long double)q;
    sum += half;
    if (f != f || d < l || !(d >= f) || __builtin_isunordered(f, d)) sum = -sum;
    if (__builtin_isgreater(d, f)) sum /= 3;
    return (double)sum;
}
_Complex double multiply(_Complex double a, _Complex double b) { return a * b / (a + 1.0); }
_Complex float conj_of(_Complex float a) { return ~a; }
int convert(double d, unsigned u, long s) {
    unsigned char c = (unsigned char)d;
    return (int)d + c + (int)(unsigned)d + (int)(float)u + (int)((double)s * (float)(unsigned long)s);
}
float fast(float a, float b) {
#pragma clang fp reassociate(on) contract(fast)
    return a * b + a;
}
double remainder_of(double a, double b) { return __builtin_fmod(a, b) + __builtin_sqrt(a) + __builtin_fabs(b); }
__float128 wide(__float128 a, long double b) { return a * b + 0.1; }

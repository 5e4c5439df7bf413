/*
 * Arithmetic functions of the compilers' support libraries, for bitcode that calls them
 * by name. The machine has instructions for integers of any width, so each function is
 * the operation it is named after. (Natively these would call themselves.)
 */
#include "internal.h"

#define DIVISION(suffix, type)                                                                    \
    type __div##suffix(type a, type b);                                                           \
    type __div##suffix(type a, type b)                                                            \
    {                                                                                              \
        return a / b;                                                                              \
    }                                                                                              \
    type __mod##suffix(type a, type b);                                                           \
    type __mod##suffix(type a, type b)                                                            \
    {                                                                                              \
        return a % b;                                                                              \
    }                                                                                              \
    unsigned type __udiv##suffix(unsigned type a, unsigned type b);                               \
    unsigned type __udiv##suffix(unsigned type a, unsigned type b)                                \
    {                                                                                              \
        return a / b;                                                                              \
    }                                                                                              \
    unsigned type __umod##suffix(unsigned type a, unsigned type b);                               \
    unsigned type __umod##suffix(unsigned type a, unsigned type b)                                \
    {                                                                                              \
        return a % b;                                                                              \
    }

#define DIVISION_WITH_REMAINDER(name, type)                                                       \
    type name(type a, type b, type *remainder);                                                   \
    type name(type a, type b, type *remainder)                                                    \
    {                                                                                              \
        if (remainder)                                                                             \
            *remainder = a % b;                                                                    \
        return a / b;                                                                              \
    }

#define PRODUCT_WITH_OVERFLOW(name, type)                                                         \
    type name(type a, type b, int *overflow);                                                     \
    type name(type a, type b, int *overflow)                                                      \
    {                                                                                              \
        type product;                                                                              \
        *overflow = __builtin_mul_overflow(a, b, &product);                                        \
        return product;                                                                            \
    }

DIVISION(di3, long long)
DIVISION_WITH_REMAINDER(__udivmoddi4, unsigned long long)
PRODUCT_WITH_OVERFLOW(__mulosi4, int)
PRODUCT_WITH_OVERFLOW(__mulodi4, long long)

#ifdef __SIZEOF_INT128__
DIVISION(ti3, __int128)
DIVISION_WITH_REMAINDER(__udivmodti4, unsigned __int128)
PRODUCT_WITH_OVERFLOW(__muloti4, __int128)
#endif

/* --- Powers ---------------------------------------------------------------- */

double __powidf2(double x, int n);
double __powidf2(double x, int n)
{
    double power = 1;
    for (unsigned left = n < 0 ? -(unsigned)n : (unsigned)n; left; left /= 2) {
        if (left % 2)
            power *= x;
        x *= x;
    }
    return n < 0 ? 1 / power : power;
}

float __powisf2(float x, int n);
float __powisf2(float x, int n)
{
    return (float)__powidf2(x, n);
}

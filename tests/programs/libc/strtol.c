//@ verdict: verified
//@ output: native
//@ symbolic: unknown, strtod
//
// strtol and its family, atoi, strtod: bases, signs, overflow with errno, where
// they stop.

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void one(const char *s, int base)
{
    char *end;
    errno = 0;
    long v = strtol(s, &end, base);
    printf("'%s' base %d: %ld, stops at %td, errno %d\n", s, base, v, end - s, errno);
}

int main(void)
{
    static const char *const inputs[] = {"0", "  42abc", "-17", "+9", "0x1F", "077", "z", "", "-", "9223372036854775807",
                                         "9223372036854775808", "-9999999999999999999", "101", "0x", "- 5"};
    for (unsigned i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        one(inputs[i], 10);
        one(inputs[i], 0);
        one(inputs[i], 16);
    }
    one("1012", 2);
    one("Zz", 36);
    errno = 0;
    printf("%lu %d\n", strtoul("18446744073709551616", NULL, 10), errno);
    printf("%lu\n", strtoul("-1", NULL, 10));
    printf("%lld %llu\n", strtoll("-7000000000", NULL, 10), strtoull("ffffffffffffffff", NULL, 16));
    printf("%d %ld %lld\n", atoi("  -33x"), atol("70000"), atoll("8000000000"));
    static const char *const reals[] = {"0", "1.5", "-2.25e2", ".5", "1e", "  3.0z", "inf", "0x1.8p1", "1e-3", "123456789012345678"};
    for (unsigned i = 0; i < sizeof reals / sizeof reals[0]; i++) {
        char *end;
        double v = strtod(reals[i], &end);
        printf("%.17g %td\n", v, end - reals[i]);
    }
    printf("%g\n", atof("2.5e-1"));
    return 0;
}

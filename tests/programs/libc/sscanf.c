//@ verdict: verified
//@ output: native
//@ symbolic: unknown, strtod
//
// sscanf: integers in all bases, floats, strings, sets, widths, suppression,
// %n, and what it returns when the input does not fit.

#include <stdio.h>

int main(void)
{
    int a = 0, b = 0, c = 0, n = 0, r;
    r = sscanf("12 -34 0x1f", "%d%d%i", &a, &b, &c);
    printf("%d: %d %d %d\n", r, a, b, c);
    r = sscanf("077 77 ff", "%i %o %x", (unsigned *)&a, (unsigned *)&b, (unsigned *)&c);
    printf("%d: %d %d %d\n", r, a, b, c);
    char word[20] = "", rest[20] = "", one = '?';
    r = sscanf("hello world", "%19s %c%19s%n", word, &one, rest, &n);
    printf("%d: %s %c %s %d\n", r, word, one, rest, n);
    r = sscanf("key=value;tail", "%19[^=]=%19[a-z];", word, rest);
    printf("%d: %s %s\n", r, word, rest);
    r = sscanf("123456", "%3d%2d%d", &a, &b, &c);
    printf("%d: %d %d %d\n", r, a, b, c);
    double d = 0;
    float f = 0;
    r = sscanf("3.25 -1e3 rest", "%lf %f", &d, &f);
    printf("%d: %g %g\n", r, d, (double)f);
    r = sscanf("10:20:30", "%d:%*d:%d", &a, &b);
    printf("%d: %d %d\n", r, a, b);
    a = -1;
    printf("%d %d %d\n", sscanf("x", "%d", &a), sscanf("", "%d", &a), a);
    long l = 0;
    long long ll = 0;
    short h = 0;
    unsigned char hh = 0;
    r = sscanf("-5000000000 9000000000 300 200", "%ld %lld %hd %hhu", &l, &ll, &h, &hh);
    printf("%d: %ld %lld %d %d\n", r, l, ll, h, hh);
    r = sscanf("50%", "%d%%%n", &a, &n);
    printf("%d: %d %d\n", r, a, n);
    return 0;
}

//@ verdict: verified
//@ output: native
//@ symbolic: unknown, snprintf
//
// Functions with variable arguments: more integers and doubles than registers
// hold, mixed types, va_copy, a va_list handed on, structures by value, long double.

#include <stdarg.h>
#include <stdio.h>

struct pair {
    int a, b;
};

struct wide {
    long a, b, c;
};

static long sum(int n, ...)
{
    va_list ap;
    long total = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        total += va_arg(ap, int);
    va_end(ap);
    return total;
}

static double mixed(const char *types, ...)
{
    va_list ap, again;
    double total = 0;
    va_start(ap, types);
    va_copy(again, ap);
    for (int round = 0; round < 2; round++) {
        for (const char *t = types; *t; t++) {
            va_list *list = round ? &again : &ap;
            switch (*t) {
            case 'i': total += va_arg(*list, int); break;
            case 'l': total += (double)va_arg(*list, long long); break;
            case 'd': total += va_arg(*list, double); break;
            case 's': total += va_arg(*list, char *)[0]; break;
            case 'L': total += (double)va_arg(*list, long double); break;
            case 'p': {
                struct pair p = va_arg(*list, struct pair);
                total += p.a * 10 + p.b;
                break;
            }
            case 'w': {
                struct wide w = va_arg(*list, struct wide);
                total += (double)(w.a + w.b + w.c);
                break;
            }
            }
        }
    }
    va_end(again);
    va_end(ap);
    return total;
}

__attribute__((format(printf, 3, 4))) static int text(char *to, size_t n, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    int r = vsnprintf(to, n, format, ap);
    va_end(ap);
    return r;
}

int main(void)
{
    printf("%ld %ld\n", sum(0), sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    printf("%.3f\n", mixed("idlsid", 1, 2.5, 3LL, "A", 4, 0.25));
    printf("%.3f\n", mixed("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.5));
    struct pair p = {4, 2};
    struct wide w = {100, 200, 300};
    printf("%.3f\n", mixed("piwiLdwp", p, 1, w, 2, 0.5L, 0.25, w, p));
    char buffer[40];
    int n = text(buffer, sizeof buffer, "%d-%s-%.2f-%c", 42, "text", 1.5, 'z');
    printf("%d %s\n", n, buffer);
    n = text(buffer, 6, "%s", "cut off here");
    printf("%d %s\n", n, buffer);
    return 0;
}

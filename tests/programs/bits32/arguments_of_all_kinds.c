//@ verdict: verified
//@ clang: -m32
//@ output: native
//
// Variable arguments lie one behind the other, four bytes each or eight.

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

struct pair {
    char first;
    short second;
};

static long long sum(const char *kinds, ...)
{
    long long total = 0;
    va_list list, again;
    va_start(list, kinds);
    va_copy(again, list);
    for (const char *kind = kinds; *kind; kind++) {
        switch (*kind) {
        case 'i': total += va_arg(list, int); break;
        case 'l': total += va_arg(list, long); break;
        case 'w': total += va_arg(list, long long); break;
        case 'd': total += (long long)va_arg(list, double); break;
        case 'p': total += *va_arg(list, int *); break;
        case 's': {
            struct pair p = va_arg(list, struct pair);
            total += p.first + p.second;
            break;
        }
        }
    }
    va_end(list);
    if (*kinds == 'i')
        total += 1000 * va_arg(again, int);
    va_end(again);
    return total;
}

int main(void)
{
    int target = 7;
    struct pair p = {1, 2};
    printf("%lld\n", sum("iwdpsl", 1, 1LL << 40, 2.5, &target, p, -3L));
    printf("%lld %lld\n", sum(""), sum("di", 4.0, 5));
    printf("%d %lld %s %c %lu %5.2f %p\n", 1, -2LL, "three", '4', 5ul, 6.25, (void *)0);
    printf("%*d|%-*ld|%.*s\n", 4, 1, 6, 2L, 2, "long");
    return 0;
}

// Arguments without a type.
#include <stdarg.h>

int printf(const char *format, ...);

int sum(int count, ...) {
    va_list list, copy;
    va_start(list, count);
    va_copy(copy, list);
    int total = 0;
    for (int i = 0; i < count; i++) total += va_arg(list, int);
    double d = va_arg(copy, double);
    long double ld = va_arg(copy, long double);
    char *s = va_arg(copy, char *);
    struct { long a, b, c; } big = {1, 2, 3};
    va_end(copy);
    va_end(list);
    return total + (int)d + (int)ld + (s != 0) + (int)big.b;
}

static void log_to(int level, const char *format, va_list list) {
    if (level > 0) printf("%s %d\n", format, va_arg(list, int));
}

void log_line(int level, const char *format, ...) {
    va_list list;
    va_start(list, format);
    log_to(level, format, list);
    va_end(list);
}

int main(int argc, char **argv) {
    (void)argv;
    log_line(argc, "n", 5, 2.5, "text", 7L, (char)3);
    return printf("%d %f %s %c\n", sum(3, 1, 2, 3), 1.5f, "x", 'c');
}

/*
 * The printf family. Formatting is the machine's; here is where its result goes.
 *
 * Text for a stream is written in one step, as the lock of a stream makes it in a real
 * libc.
 */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* Formats into a buffer without using up the caller's va_list. */
static int format_into(char *buf, size_t size, const char *format, va_list ap)
{
    va_list args;
    va_copy(args, ap);
    int n = __heddle_format(buf, size, format, &args);
    va_end(args);
    return n;
}

static int print(int fd, const char *format, va_list ap)
{
    if (fd != 1 && fd != 2) {
        errno = EBADF;
        return -1;
    }
    va_list args;
    va_copy(args, ap);
    int n = __heddle_print(fd, format, &args);
    va_end(args);
    return n;
}

static int allocate_text(char **result, const char *format, va_list ap)
{
    int n = format_into(NULL, 0, format, ap);
    if (n < 0)
        return -1;
    char *text = malloc((size_t)n + 1);
    if (!text)
        return -1;
    *result = text;
    return format_into(text, (size_t)n + 1, format, ap);
}

/* --- With a va_list -------------------------------------------------------- */

int vprintf(const char *restrict format, va_list ap)
{
    return print(1, format, ap);
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list ap)
{
    return print(fileno(stream), format, ap);
}

int vdprintf(int fd, const char *restrict format, va_list ap)
{
    return print(fd, format, ap);
}

int vsprintf(char *restrict s, const char *restrict format, va_list ap)
{
    return format_into(s, INT_MAX, format, ap);
}

int vsnprintf(char *restrict s, size_t size, const char *restrict format, va_list ap)
{
    return format_into(s, size, format, ap);
}

int vasprintf(char **restrict result, const char *restrict format, va_list ap)
{
    return allocate_text(result, format, ap);
}

/* --- With arguments -------------------------------------------------------- */

/* The body of a function whose last named parameter is `format`. */
#define WITH_ARGUMENTS(call)                                                                      \
    {                                                                                              \
        va_list ap;                                                                                \
        va_start(ap, format);                                                                      \
        int n = call;                                                                              \
        va_end(ap);                                                                                \
        return n;                                                                                  \
    }

int printf(const char *restrict format, ...)
    WITH_ARGUMENTS(print(1, format, ap))

int fprintf(FILE *restrict stream, const char *restrict format, ...)
    WITH_ARGUMENTS(print(fileno(stream), format, ap))

int dprintf(int fd, const char *restrict format, ...)
    WITH_ARGUMENTS(print(fd, format, ap))

int sprintf(char *restrict s, const char *restrict format, ...)
    WITH_ARGUMENTS(format_into(s, INT_MAX, format, ap))

int snprintf(char *restrict s, size_t size, const char *restrict format, ...)
    WITH_ARGUMENTS(format_into(s, size, format, ap))

int asprintf(char **restrict result, const char *restrict format, ...)
    WITH_ARGUMENTS(allocate_text(result, format, ap))

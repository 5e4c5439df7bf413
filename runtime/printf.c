/*
 * The printf family. Formatting is the machine's; here is where its result goes.
 *
 * Text for a standard stream is written in one step, as the lock of a stream makes it in a
 * real libc. For a file it is formatted before, and then written in one step.
 */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "stream.h"

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
    va_list args;
    va_copy(args, ap);
    int n = __heddle_print(fd, format, &args);
    va_end(args);
    return n;
}

static int print_to(FILE *stream, const char *format, va_list ap)
{
    int fd = heddle_standard(stream);
    if (fd > 0)
        return print(fd, format, ap);
    if (fd == 0) {
        errno = EBADF;
        return -1;
    }
    int n = format_into(NULL, 0, format, ap);
    if (n < 0)
        return -1;
    char text[n + 1];
    n = format_into(text, (size_t)n + 1, format, ap);
    return n < 0 ? -1 : __heddle_stream_put(text, (size_t)n, stream);
}

static int print_at(int fd, const char *format, va_list ap)
{
    if (fd == 1 || fd == 2)
        return print(fd, format, ap);
    int n = format_into(NULL, 0, format, ap);
    if (n < 0)
        return -1;
    char text[n + 1];
    n = format_into(text, (size_t)n + 1, format, ap);
    return n < 0 ? -1 : (int)write(fd, text, (size_t)n);
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
    return print_to(stream, format, ap);
}

int vdprintf(int fd, const char *restrict format, va_list ap)
{
    return print_at(fd, format, ap);
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
    WITH_ARGUMENTS(print_to(stream, format, ap))

int dprintf(int fd, const char *restrict format, ...)
    WITH_ARGUMENTS(print_at(fd, format, ap))

int sprintf(char *restrict s, const char *restrict format, ...)
    WITH_ARGUMENTS(format_into(s, INT_MAX, format, ap))

int snprintf(char *restrict s, size_t size, const char *restrict format, ...)
    WITH_ARGUMENTS(format_into(s, size, format, ap))

int asprintf(char **restrict result, const char *restrict format, ...)
    WITH_ARGUMENTS(allocate_text(result, format, ap))

/*
 * What the system headers call instead of the plain functions under _FORTIFY_SOURCE.
 *
 * `room` is what the compiler knows about the size of the destination (all ones if
 * nothing); writing more is a crash, natively and here. `flag` asks for checks of the
 * format that the machine does anyway.
 */
#include "internal.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

_Noreturn void __chk_fail(void);
_Noreturn void __chk_fail(void)
{
    __heddle_abort();
}

static void check(size_t needed, size_t room)
{
    if (needed > room)
        __chk_fail();
}

/* --- Memory and strings ---------------------------------------------------- */

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room);
void *__memmove_chk(void *to, const void *from, size_t n, size_t room);
void *__mempcpy_chk(void *to, const void *from, size_t n, size_t room);
void *__memset_chk(void *to, int c, size_t n, size_t room);
char *__strcpy_chk(char *to, const char *from, size_t room);
char *__stpcpy_chk(char *to, const char *from, size_t room);
char *__strcat_chk(char *to, const char *from, size_t room);
char *__strncpy_chk(char *to, const char *from, size_t n, size_t room);
char *__stpncpy_chk(char *to, const char *from, size_t n, size_t room);
char *__strncat_chk(char *to, const char *from, size_t n, size_t room);

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room)
{
    check(n, room);
    return __builtin_memcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t room)
{
    check(n, room);
    return __builtin_memmove(to, from, n);
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t room)
{
    check(n, room);
    __builtin_memcpy(to, from, n);
    return (char *)to + n;
}

void *__memset_chk(void *to, int c, size_t n, size_t room)
{
    check(n, room);
    return __builtin_memset(to, c, n);
}

char *__strcpy_chk(char *to, const char *from, size_t room)
{
    check(strlen(from) + 1, room);
    return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t room)
{
    check(strlen(from) + 1, room);
    return stpcpy(to, from);
}

char *__strcat_chk(char *to, const char *from, size_t room)
{
    check(strlen(to) + strlen(from) + 1, room);
    return strcat(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t room)
{
    check(n, room);
    return strncpy(to, from, n);
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t room)
{
    check(n, room);
    return stpncpy(to, from, n);
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t room)
{
    check(strlen(to) + strnlen(from, n) + 1, room);
    return strncat(to, from, n);
}

/* --- printf ---------------------------------------------------------------- */

int __vprintf_chk(int flag, const char *format, va_list ap);
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list ap);
int __vdprintf_chk(int fd, int flag, const char *format, va_list ap);
int __vsprintf_chk(char *s, int flag, size_t room, const char *format, va_list ap);
int __vsnprintf_chk(char *s, size_t size, int flag, size_t room, const char *format, va_list ap);
int __vasprintf_chk(char **result, int flag, const char *format, va_list ap);
int __printf_chk(int flag, const char *format, ...);
int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __dprintf_chk(int fd, int flag, const char *format, ...);
int __sprintf_chk(char *s, int flag, size_t room, const char *format, ...);
int __snprintf_chk(char *s, size_t size, int flag, size_t room, const char *format, ...);
int __asprintf_chk(char **result, int flag, const char *format, ...);

int __vprintf_chk(int flag, const char *format, va_list ap)
{
    (void)flag;
    return vprintf(format, ap);
}

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list ap)
{
    (void)flag;
    return vfprintf(stream, format, ap);
}

int __vdprintf_chk(int fd, int flag, const char *format, va_list ap)
{
    (void)flag;
    return vdprintf(fd, format, ap);
}

int __vsprintf_chk(char *s, int flag, size_t room, const char *format, va_list ap)
{
    (void)flag;
    int n = vsnprintf(s, room < INT_MAX ? room : INT_MAX, format, ap);
    if (n >= 0)
        check((size_t)n + 1, room);
    return n;
}

int __vsnprintf_chk(char *s, size_t size, int flag, size_t room, const char *format, va_list ap)
{
    (void)flag;
    check(size, room);
    return vsnprintf(s, size, format, ap);
}

int __vasprintf_chk(char **result, int flag, const char *format, va_list ap)
{
    (void)flag;
    return vasprintf(result, format, ap);
}

/* The body of a function whose last named parameter is `format`. */
#define FORTIFIED(call)                                                                           \
    {                                                                                              \
        va_list ap;                                                                                \
        va_start(ap, format);                                                                      \
        int n = call;                                                                              \
        va_end(ap);                                                                                \
        return n;                                                                                  \
    }

int __printf_chk(int flag, const char *format, ...)
    FORTIFIED(__vprintf_chk(flag, format, ap))

int __fprintf_chk(FILE *stream, int flag, const char *format, ...)
    FORTIFIED(__vfprintf_chk(stream, flag, format, ap))

int __dprintf_chk(int fd, int flag, const char *format, ...)
    FORTIFIED(__vdprintf_chk(fd, flag, format, ap))

int __sprintf_chk(char *s, int flag, size_t room, const char *format, ...)
    FORTIFIED(__vsprintf_chk(s, flag, room, format, ap))

int __snprintf_chk(char *s, size_t size, int flag, size_t room, const char *format, ...)
    FORTIFIED(__vsnprintf_chk(s, size, flag, room, format, ap))

int __asprintf_chk(char **result, int flag, const char *format, ...)
    FORTIFIED(__vasprintf_chk(result, flag, format, ap))

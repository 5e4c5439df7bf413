/*
 * Numbers in strings of wide characters: read, and formatted. Both go through bytes: numbers have no
 * other characters than those of ASCII.
 */
#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

void __heddle_unmodelled_wide_format(void);

/* The same string in bytes, where what is no ASCII is a byte that no number has. */
static void narrow(char *to, const wchar_t *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = s[i] >= 0 && s[i] < 128 ? (char)s[i] : '\1';
}

/* A function that reads a number from the bytes of a string, and says where it ends. */
#define READ(type, call)                                                                          \
    {                                                                                              \
        size_t n = wcslen(s) + 1;                                                                  \
        char bytes[n];                                                                             \
        char *stop;                                                                                \
        narrow(bytes, s, n);                                                                       \
        type value = call;                                                                         \
        if (end)                                                                                   \
            *end = (wchar_t *)s + (stop - bytes);                                                  \
        return value;                                                                              \
    }

long wcstol(const wchar_t *restrict s, wchar_t **restrict end, int base)
    READ(long, strtol(bytes, &stop, base))

unsigned long wcstoul(const wchar_t *restrict s, wchar_t **restrict end, int base)
    READ(unsigned long, strtoul(bytes, &stop, base))

long long wcstoll(const wchar_t *restrict s, wchar_t **restrict end, int base)
    READ(long long, strtoll(bytes, &stop, base))

unsigned long long wcstoull(const wchar_t *restrict s, wchar_t **restrict end, int base)
    READ(unsigned long long, strtoull(bytes, &stop, base))

float wcstof(const wchar_t *restrict s, wchar_t **restrict end)
    READ(float, strtof(bytes, &stop))

double wcstod(const wchar_t *restrict s, wchar_t **restrict end)
    READ(double, strtod(bytes, &stop))

/* Texts in formats have characters that are converted, which is not modelled. */
int vswprintf(wchar_t *restrict to, size_t room, const wchar_t *restrict format, va_list ap)
{
    size_t n = wcslen(format) + 1;
    char bytes[n];
    narrow(bytes, format, n);
    if (strpbrk(bytes, "sScC\1"))
        __heddle_unmodelled_wide_format();
    if (!room)
        return -1;
    char text[room];
    int length = vsnprintf(text, room, bytes, ap);
    if (length < 0 || (size_t)length >= room)
        return -1;
    for (int i = 0; i <= length; i++)
        to[i] = text[i];
    return length;
}

int swprintf(wchar_t *restrict to, size_t room, const wchar_t *restrict format, ...)
{
    va_list ap;
    va_start(ap, format);
    int length = vswprintf(to, room, format, ap);
    va_end(ap);
    return length;
}

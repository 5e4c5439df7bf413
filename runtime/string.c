/*
 * The str* functions of <string.h> that read or write one or two strings whole.
 *
 * They touch the user's memory byte by byte, outside of any atomic section: a race
 * on it is the user's and must show. The only locale is "C".
 */
#include "internal.h"

#include <string.h>
#include <strings.h>

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

/* Where a copy of at most n bytes of `from`, without its end, stops. */
static size_t bounded_length(const char *s, size_t max)
{
    size_t n = 0;
    while (n < max && s[n])
        n++;
    return n;
}

size_t strnlen(const char *s, size_t max)
{
    return bounded_length(s, max);
}

/* --- Copies ---------------------------------------------------------------- */

/* Copies the string and returns where its end was written. */
static char *copy_string(char *to, const char *from)
{
    while ((*to = *from)) {
        to++;
        from++;
    }
    return to;
}

char *stpcpy(char *restrict to, const char *restrict from)
{
    return copy_string(to, from);
}

char *__stpcpy(char *restrict to, const char *restrict from)
{
    return copy_string(to, from);
}

char *strcpy(char *restrict to, const char *restrict from)
{
    copy_string(to, from);
    return to;
}

char *strcat(char *restrict to, const char *restrict from)
{
    copy_string(to + strlen(to), from);
    return to;
}

/* Copies at most n bytes and fills up with zeros; returns the first of these. */
static char *copy_padded(char *to, const char *from, size_t n)
{
    size_t used = 0;
    for (; used < n && from[used]; used++)
        to[used] = from[used];
    for (size_t i = used; i < n; i++)
        to[i] = 0;
    return to + used;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n)
{
    return copy_padded(to, from, n);
}

char *strncpy(char *restrict to, const char *restrict from, size_t n)
{
    copy_padded(to, from, n);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n)
{
    char *end = to + strlen(to);
    for (; n && *from; n--)
        *end++ = *from++;
    *end = 0;
    return to;
}

/* Copies what fits into `size` bytes, end included; returns the length of `from`. */
static size_t copy_truncated(char *to, const char *from, size_t size)
{
    size_t i = 0;
    if (size) {
        for (; i < size - 1 && from[i]; i++)
            to[i] = from[i];
        to[i] = 0;
    }
    return i + strlen(from + i);
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size)
{
    return copy_truncated(to, from, size);
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size)
{
    size_t used = bounded_length(to, size);
    return used + copy_truncated(to + used, from, size - used);
}

/* In the C locale the collation key of a string is the string. */
size_t strxfrm(char *restrict to, const char *restrict from, size_t size)
{
    return copy_truncated(to, from, size);
}

/* --- Comparisons ----------------------------------------------------------- */

int strncmp(const char *a, const char *b, size_t n)
{
    const unsigned char *p = (const void *)a, *q = (const void *)b;
    for (; n; n--, p++, q++)
        if (*p != *q || !*p)
            return *p - *q;
    return 0;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, (size_t)-1);
}

int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}

static int compare_caseless(const char *a, const char *b, size_t n)
{
    const unsigned char *p = (const void *)a, *q = (const void *)b;
    for (; n; n--, p++, q++) {
        int difference = heddle_lower(*p) - heddle_lower(*q);
        if (difference || !*p)
            return difference;
    }
    return 0;
}

int strncasecmp(const char *a, const char *b, size_t n)
{
    return compare_caseless(a, b, n);
}

int strcasecmp(const char *a, const char *b)
{
    return compare_caseless(a, b, (size_t)-1);
}

/*
 * <wchar.h>: strings and arrays of wide characters. What depends on a locale, and streams of wide
 * characters, are not modelled.
 */
#include "internal.h"

#include <wchar.h>

/* --- Arrays ---------------------------------------------------------------- */

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
    return __builtin_memcpy(to, from, n * sizeof *to);
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n)
{
    return __builtin_memmove(to, from, n * sizeof *to);
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s[i] == c)
            return (wchar_t *)&s[i];
    return NULL;
}

/* --- Strings --------------------------------------------------------------- */

size_t wcslen(const wchar_t *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

size_t wcsnlen(const wchar_t *s, size_t most)
{
    size_t n = 0;
    while (n < most && s[n])
        n++;
    return n;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from)
{
    size_t i = 0;
    while ((to[i] = from[i]))
        i++;
    return to;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from)
{
    wcscpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
    wchar_t *end = to + wcslen(to);
    while (n-- && *from)
        *end++ = *from++;
    *end = 0;
    return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (*a > *b) - (*a < *b);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (; n; n--, a++, b++)
        if (*a != *b || !*a)
            return (*a > *b) - (*a < *b);
    return 0;
}

/* In the C locale, that order is the one of numbers. */
int wcscoll(const wchar_t *a, const wchar_t *b)
{
    return wcscmp(a, b);
}

wchar_t *wcschr(const wchar_t *s, wchar_t c)
{
    for (; *s != c; s++)
        if (!*s)
            return NULL;
    return (wchar_t *)s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c)
{
    const wchar_t *found = NULL;
    do {
        if (*s == c)
            found = s;
    } while (*s++);
    return (wchar_t *)found;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *part)
{
    size_t n = wcslen(part);
    for (;; s++) {
        if (wcsncmp(s, part, n) == 0)
            return (wchar_t *)s;
        if (!*s)
            return NULL;
    }
}

size_t wcsspn(const wchar_t *s, const wchar_t *of)
{
    size_t n = 0;
    while (s[n] && wcschr(of, s[n]))
        n++;
    return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *none)
{
    size_t n = 0;
    while (s[n] && !wcschr(none, s[n]))
        n++;
    return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *of)
{
    s += wcscspn(s, of);
    return *s ? (wchar_t *)s : NULL;
}

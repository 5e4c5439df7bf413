/*
 * The mem* functions of <string.h>, and their kin of <strings.h>.
 *
 * They read and write the user's memory byte by byte, outside of any atomic section:
 * a race on it is the user's and must show. memcpy, memmove and memset are the
 * machine's; the __builtin forms below are the same.
 */
#include "internal.h"

#include <string.h>
#include <strings.h>

void *memchr(const void *s, int c, size_t n)
{
    const unsigned char *p = s;
    for (; n; n--, p++)
        if (*p == (unsigned char)c)
            return (void *)p;
    return NULL;
}

void *memrchr(const void *s, int c, size_t n)
{
    const unsigned char *p = s;
    while (n--)
        if (p[n] == (unsigned char)c)
            return (void *)(p + n);
    return NULL;
}

void *rawmemchr(const void *s, int c)
{
    const unsigned char *p = s;
    while (*p != (unsigned char)c)
        p++;
    return (void *)p;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *p = a, *q = b;
    for (; n; n--, p++, q++)
        if (*p != *q)
            return *p - *q;
    return 0;
}

int bcmp(const void *a, const void *b, size_t n)
{
    return memcmp(a, b, n);
}

void *memmem(const void *haystack, size_t n, const void *needle, size_t m)
{
    const unsigned char *p = haystack;
    for (; n >= m; n--, p++)
        if (memcmp(p, needle, m) == 0)
            return (void *)p;
    return NULL;
}

void *memccpy(void *restrict to, const void *restrict from, int c, size_t n)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    while (n--)
        if ((*t++ = *f++) == (unsigned char)c)
            return t;
    return NULL;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t n)
{
    __builtin_memcpy(to, from, n);
    return (char *)to + n;
}

void *__mempcpy(void *restrict to, const void *restrict from, size_t n)
{
    __builtin_memcpy(to, from, n);
    return (char *)to + n;
}

void bcopy(const void *from, void *to, size_t n)
{
    __builtin_memmove(to, from, n);
}

void bzero(void *s, size_t n)
{
    __builtin_memset(s, 0, n);
}

void explicit_bzero(void *s, size_t n)
{
    __builtin_memset(s, 0, n);
}

int ffsll(long long x)
{
    int bit = 1;
    if (x == 0)
        return 0;
    for (; !(x & 1); x >>= 1)
        bit++;
    return bit;
}

int ffsl(long x)
{
    return ffsll(x);
}

int ffs(int x)
{
    return ffsll(x);
}

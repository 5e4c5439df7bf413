/* Copies of strings in fresh memory from malloc. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *s, size_t n)
{
    char *copy = malloc(n + 1);
    if (copy) {
        __builtin_memcpy(copy, s, n);
        copy[n] = 0;
    }
    return copy;
}

char *strdup(const char *s)
{
    return duplicate(s, strlen(s));
}

char *__strdup(const char *s)
{
    return duplicate(s, strlen(s));
}

char *strndup(const char *s, size_t max)
{
    const char *end = memchr(s, 0, max);
    return duplicate(s, end ? (size_t)(end - s) : max);
}

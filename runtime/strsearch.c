/*
 * The functions of <string.h> that look for something in a string, or cut it up.
 *
 * They touch the user's memory byte by byte, outside of any atomic section. strtok
 * keeps its place in one static variable that nothing protects, as the standard
 * allows: threads that share it race, and that shows too.
 */
#include "internal.h"

#include <string.h>
#include <strings.h>

/* --- One character --------------------------------------------------------- */

/* The first c, or the end of the string. */
static char *find_or_end(const char *s, int c)
{
    while (*s && *s != (char)c)
        s++;
    return (char *)s;
}

char *strchrnul(const char *s, int c)
{
    return find_or_end(s, c);
}

char *strchr(const char *s, int c)
{
    char *found = find_or_end(s, c);
    return *found == (char)c ? found : NULL;
}

char *strrchr(const char *s, int c)
{
    const char *found = NULL;
    for (;; s++) {
        if (*s == (char)c)
            found = s;
        if (!*s)
            return (char *)found;
    }
}

char *index(const char *s, int c)
{
    return strchr(s, c);
}

char *rindex(const char *s, int c)
{
    return strrchr(s, c);
}

/* --- A set of characters --------------------------------------------------- */

/* Is c, which is not 0, in the set? */
static int is_in(char c, const char *set)
{
    return *find_or_end(set, c) != 0;
}

size_t strspn(const char *s, const char *accept)
{
    size_t n = 0;
    while (s[n] && is_in(s[n], accept))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *reject)
{
    size_t n = 0;
    while (s[n] && !is_in(s[n], reject))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *accept)
{
    s += strcspn(s, accept);
    return *s ? (char *)s : NULL;
}

/* --- A string -------------------------------------------------------------- */

char *strstr(const char *haystack, const char *needle)
{
    size_t n = strlen(needle);
    for (;; haystack++) {
        if (strncmp(haystack, needle, n) == 0)
            return (char *)haystack;
        if (!*haystack)
            return NULL;
    }
}

char *strcasestr(const char *haystack, const char *needle)
{
    size_t n = strlen(needle);
    for (;; haystack++) {
        if (strncasecmp(haystack, needle, n) == 0)
            return (char *)haystack;
        if (!*haystack)
            return NULL;
    }
}

/* --- Tokens ---------------------------------------------------------------- */

static char *next_token(char *s, const char *delimiters, char **rest)
{
    if (!s)
        s = *rest;
    s += strspn(s, delimiters);
    char *end = s + strcspn(s, delimiters);
    if (*end) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = end;
    }
    return end == s ? NULL : s;
}

char *strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest)
{
    return next_token(s, delimiters, rest);
}

char *__strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest)
{
    return next_token(s, delimiters, rest);
}

char *strtok(char *restrict s, const char *restrict delimiters)
{
    static char *rest;
    return next_token(s, delimiters, &rest);
}

char *strsep(char **restrict s, const char *restrict delimiters)
{
    char *token = *s;
    if (token) {
        char *end = token + strcspn(token, delimiters);
        *s = *end ? end + 1 : NULL;
        *end = 0;
    }
    return token;
}

/* The last component of a path, as <string.h> (not <libgen.h>) has it. */
char *basename(const char *path)
{
    char *slash = strrchr(path, '/');
    return slash ? slash + 1 : (char *)path;
}

/* memory.c, string.c, strsearch.c, strdup.c and strerror.c against the system's. */
#include "compare.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

OURS(memchr); OURS(memrchr); OURS(rawmemchr); OURS(memcmp); OURS(bcmp); OURS(memmem);
OURS(memccpy); OURS(mempcpy); OURS(bcopy); OURS(bzero); OURS(ffs); OURS(ffsl); OURS(ffsll);
OURS(strlen); OURS(strnlen); OURS(strcpy); OURS(stpcpy); OURS(strcat); OURS(strncpy);
OURS(stpncpy); OURS(strncat); OURS(strxfrm); OURS(strcmp); OURS(strncmp); OURS(strcoll);
OURS(strcasecmp); OURS(strncasecmp); OURS(strchr); OURS(strrchr); OURS(strchrnul);
OURS(index); OURS(rindex); OURS(strspn); OURS(strcspn); OURS(strpbrk); OURS(strstr);
OURS(strcasestr); OURS(strtok); OURS(strtok_r); OURS(strsep); OURS(basename); OURS(strdup);
OURS(strndup); OURS(strerror); OURS(strerror_r); OURS(free);
size_t rt_strlcpy(char *to, const char *from, size_t size);
size_t rt_strlcat(char *to, const char *from, size_t size);

enum { SIZE = 64 };

static void compare_searches(const char *a, const char *b, char c, size_t n)
{
    size_t length = strlen(a), max = n < length ? n : length;
    SAME("strlen", a, rt_strlen(a), strlen(a));
    SAME("strnlen", a, rt_strnlen(a, n), strnlen(a, n));
    SAME("memchr", a, offset(rt_memchr(a, c, max), a), offset(memchr(a, c, max), a));
    SAME("memrchr", a, offset(rt_memrchr(a, c, max), a), offset(memrchr(a, c, max), a));
    SAME("rawmemchr", a, offset(rt_rawmemchr(a, 0), a), offset(rawmemchr(a, 0), a));
    SAME("strchr", a, offset(rt_strchr(a, c), a), offset(strchr(a, c), a));
    SAME("strchr 0", a, offset(rt_strchr(a, 0), a), offset(strchr(a, 0), a));
    SAME("strrchr", a, offset(rt_strrchr(a, c), a), offset(strrchr(a, c), a));
    SAME("strrchr 0", a, offset(rt_strrchr(a, 0), a), offset(strrchr(a, 0), a));
    SAME("strchrnul", a, offset(rt_strchrnul(a, c), a), offset(strchrnul(a, c), a));
    SAME("index", a, offset(rt_index(a, c), a), offset(index(a, c), a));
    SAME("rindex", a, offset(rt_rindex(a, c), a), offset(rindex(a, c), a));
    SAME("strspn", a, rt_strspn(a, b), strspn(a, b));
    SAME("strcspn", a, rt_strcspn(a, b), strcspn(a, b));
    SAME("strpbrk", a, offset(rt_strpbrk(a, b), a), offset(strpbrk(a, b), a));
    SAME("strstr", a, offset(rt_strstr(a, b), a), offset(strstr(a, b), a));
    SAME("strcasestr", a, offset(rt_strcasestr(a, b), a), offset(strcasestr(a, b), a));
    SAME("memmem", a, offset(rt_memmem(a, length, b, strlen(b)), a),
         offset(memmem(a, length, b, strlen(b)), a));
    SAME("basename", a, offset(rt_basename(a), a), offset(basename(a), a));
}

static void compare_comparisons(const char *a, const char *b, size_t n)
{
    size_t la = strlen(a), lb = strlen(b), max = n < la ? n : la;
    max = max < lb ? max : lb;
    SAME("memcmp", a, sign(rt_memcmp(a, b, max)), sign(memcmp(a, b, max)));
    SAME("bcmp", a, !rt_bcmp(a, b, max), !bcmp(a, b, max));
    SAME("strcmp", a, sign(rt_strcmp(a, b)), sign(strcmp(a, b)));
    SAME("strcoll", a, sign(rt_strcoll(a, b)), sign(strcoll(a, b)));
    SAME("strncmp", a, sign(rt_strncmp(a, b, n)), sign(strncmp(a, b, n)));
    SAME("strcasecmp", a, sign(rt_strcasecmp(a, b)), sign(strcasecmp(a, b)));
    SAME("strncasecmp", a, sign(rt_strncasecmp(a, b, n)), sign(strncasecmp(a, b, n)));
}

/* Two buffers with the same contents for a call of ours and one of theirs. */
static char ours[2 * SIZE], theirs[2 * SIZE];

static void fill(const char *start)
{
    memset(ours, '#', sizeof ours);
    strcpy(ours, start);
    memcpy(theirs, ours, sizeof ours);
}

#define SAME_COPY(name, a, call_ours, call_theirs)                                                \
    do {                                                                                           \
        SAME(name, a, offset(call_ours, ours), offset(call_theirs, theirs));                      \
        SAME(name " buffer", a, memcmp(ours, theirs, sizeof ours), 0);                            \
    } while (0)

static void compare_copies(const char *a, const char *b, char c, size_t n)
{
    size_t max = n < strlen(b) + 1 ? n : strlen(b) + 1;
    fill(a);
    SAME_COPY("strcpy", b, rt_strcpy(ours, b), strcpy(theirs, b));
    fill(a);
    SAME_COPY("stpcpy", b, rt_stpcpy(ours, b), stpcpy(theirs, b));
    fill(a);
    SAME_COPY("strcat", b, rt_strcat(ours, b), strcat(theirs, b));
    fill(a);
    SAME_COPY("strncpy", b, rt_strncpy(ours, b, n), strncpy(theirs, b, n));
    fill(a);
    SAME_COPY("stpncpy", b, rt_stpncpy(ours, b, n), stpncpy(theirs, b, n));
    fill(a);
    SAME_COPY("strncat", b, rt_strncat(ours, b, n), strncat(theirs, b, n));
    fill(a);
    SAME_COPY("memccpy", b, rt_memccpy(ours, b, c, max), memccpy(theirs, b, c, max));
    fill(a);
    SAME_COPY("mempcpy", b, rt_mempcpy(ours, b, max), mempcpy(theirs, b, max));
    fill(a);
    SAME("strxfrm", b, rt_strxfrm(ours, b, SIZE), strxfrm(theirs, b, SIZE));
    SAME("strxfrm buffer", b, strcmp(ours, theirs), 0);

    /* The system may not have these two: compare with what they mean. */
    fill(a);
    SAME("strlcpy", b, rt_strlcpy(ours, b, n + 1), strlen(b));
    SAME("strlcpy length", b, strlen(ours), strlen(b) < n ? strlen(b) : n);
    fill(a);
    SAME("strlcat", b, rt_strlcat(ours, b, SIZE + n), strlen(a) + strlen(b));
    SAME("strlcat buffer", b, strncmp(ours, strcat(theirs, b), SIZE + n - 1), 0);

    char *copy = rt_strdup(b);
    HOLDS(strcmp(copy, b) == 0);
    rt_free(copy);
    copy = rt_strndup(b, n);
    HOLDS(strncmp(copy, b, n) == 0 && strlen(copy) == strnlen(b, n));
    rt_free(copy);
}

static void compare_tokens(const char *a, const char *delimiters)
{
    char *rest = NULL, *native_rest = NULL, *token;
    fill(a);
    token = rt_strtok_r(ours, delimiters, &rest);
    char *native = strtok_r(theirs, delimiters, &native_rest);
    for (;;) {
        SAME("strtok_r", a, offset(token, ours), offset(native, theirs));
        SAME("strtok_r buffer", a, memcmp(ours, theirs, sizeof ours), 0);
        if (!token || !native)
            break;
        token = rt_strtok_r(NULL, delimiters, &rest);
        native = strtok_r(NULL, delimiters, &native_rest);
    }
    fill(a);
    SAME("strtok", a, offset(rt_strtok(ours, delimiters), ours),
         offset(strtok(theirs, delimiters), theirs));
    SAME("strtok next", a, offset(rt_strtok(NULL, delimiters), ours),
         offset(strtok(NULL, delimiters), theirs));
    fill(a);
    rest = ours, native_rest = theirs;
    while (native_rest) {
        SAME("strsep", a, offset(rt_strsep(&rest, delimiters), ours),
             offset(strsep(&native_rest, delimiters), theirs));
        SAME("strsep rest", a, offset(rest, ours), offset(native_rest, theirs));
    }
}

static void compare_errors(void)
{
    static const int errors[] = {0, 1, 2, 3, 4, 5, 9, 11, 12, 13, 14, 16, 17, 22, 28, 32, 33,
                                 34, 35, 36, 38, 75, 84, 95, 110, 111, 125, 130, 131, 4000, -1};
    char buffer[64], native[64];
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        const char *theirs_text = strerror(errors[i]);
        SAME("strerror", theirs_text, strcmp(rt_strerror(errors[i]), theirs_text), 0);
        SAME("strerror_r", theirs_text,
             strcmp(rt_strerror_r(errors[i], buffer, sizeof buffer),
                    strerror_r(errors[i], native, sizeof native)),
             0);
    }
}

void compare_string(void)
{
    char a[SIZE], b[SIZE];
    for (int i = 0; i < 20000; i++) {
        const char *alphabet = i % 2 ? "ab" : "aAbB/,\x80\xff .";
        random_string(a, i % 3 ? SIZE : 6, alphabet);
        random_string(b, i % 5 ? 4 : SIZE, alphabet);
        char c = alphabet[random_below((unsigned)strlen(alphabet))];
        size_t n = random_below(SIZE);
        compare_searches(a, b, c, n);
        compare_comparisons(a, b, n);
        compare_copies(a, b, c, n);
        compare_tokens(a, b);
        int shift = (int)random_below(64);
        long long bit = (long long)(random_bits() << shift);
        SAME("ffs", "", rt_ffs((int)bit), ffs((int)bit));
        SAME("ffsl", "", rt_ffsl((long)bit), ffsl((long)bit));
        SAME("ffsll", "", rt_ffsll(bit), ffsll(bit));
    }
    compare_errors();
}

/* wchar.c against the system's. */
#include "compare.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

OURS(wcslen); OURS(wcsnlen); OURS(wcscmp); OURS(wcsncmp); OURS(wcscoll); OURS(wcschr);
OURS(wcsrchr); OURS(wcsstr); OURS(wcsspn); OURS(wcscspn); OURS(wcspbrk); OURS(wmemchr);
OURS(wmemcmp); OURS(wmemcpy); OURS(wmemmove); OURS(wmemset); OURS(wcscpy); OURS(wcsncpy);
OURS(wcscat); OURS(wcsncat);

enum { SIZE = 16, ALL = 3 * SIZE };

static long place(const wchar_t *p, const wchar_t *s)
{
    return p ? p - s : -1;
}

static void random_wide(wchar_t *s)
{
    size_t n = random_below(SIZE);
    for (size_t i = 0; i < n; i++)
        s[i] = random_below(20) ? (wchar_t)(L'a' + random_below(3)) : (wchar_t)random_bits();
    s[n] = 0;
}

#define SAME_SIGN(what, label, ours, theirs) SAME(what, label, sign(ours), sign(theirs))
#define SAME_PLACE(what, label, s, ours, theirs) SAME(what, label, place(ours, s), place(theirs, s))

/* Both do the same to what is in two arrays. */
#define SAME_EFFECT(what, label, ours, theirs)                                                     \
    do {                                                                                           \
        wchar_t to[ALL], native_to[ALL];                                                           \
        wmemset(to, L'x', ALL);                                                                    \
        wmemset(native_to, L'x', ALL);                                                             \
        wcscpy(to, L"ab");                                                                         \
        wcscpy(native_to, L"ab");                                                                  \
        SAME(what, label, ours == to, theirs == native_to);                                        \
        SAME(what, label, memcmp(to, native_to, sizeof to), 0);                                    \
    } while (0)

static void compare(const wchar_t *a, const wchar_t *b, wchar_t c, size_t n, const char *label)
{
    size_t most = n < wcslen(a) ? n : wcslen(a), common = most < wcslen(b) ? most : wcslen(b);
    SAME("wcslen", label, rt_wcslen(a), wcslen(a));
    SAME("wcsnlen", label, rt_wcsnlen(a, n), wcsnlen(a, n));
    SAME_SIGN("wcscmp", label, rt_wcscmp(a, b), wcscmp(a, b));
    SAME_SIGN("wcsncmp", label, rt_wcsncmp(a, b, n), wcsncmp(a, b, n));
    SAME_SIGN("wcscoll", label, rt_wcscoll(a, b), wcscoll(a, b));
    SAME_SIGN("wmemcmp", label, rt_wmemcmp(a, b, common), wmemcmp(a, b, common));
    SAME_PLACE("wcschr", label, a, rt_wcschr(a, c), wcschr(a, c));
    SAME_PLACE("wcschr 0", label, a, rt_wcschr(a, 0), wcschr(a, 0));
    SAME_PLACE("wcsrchr", label, a, rt_wcsrchr(a, c), wcsrchr(a, c));
    SAME_PLACE("wcsrchr 0", label, a, rt_wcsrchr(a, 0), wcsrchr(a, 0));
    SAME_PLACE("wcsstr", label, a, rt_wcsstr(a, b), wcsstr(a, b));
    SAME_PLACE("wcspbrk", label, a, rt_wcspbrk(a, b), wcspbrk(a, b));
    SAME_PLACE("wmemchr", label, a, rt_wmemchr(a, c, most), wmemchr(a, c, most));
    SAME("wcsspn", label, rt_wcsspn(a, b), wcsspn(a, b));
    SAME("wcscspn", label, rt_wcscspn(a, b), wcscspn(a, b));
    SAME_EFFECT("wcscpy", label, rt_wcscpy(to, a), wcscpy(native_to, a));
    SAME_EFFECT("wcsncpy", label, rt_wcsncpy(to, a, n), wcsncpy(native_to, a, n));
    SAME_EFFECT("wcscat", label, rt_wcscat(to, a), wcscat(native_to, a));
    SAME_EFFECT("wcsncat", label, rt_wcsncat(to, a, n), wcsncat(native_to, a, n));
    SAME_EFFECT("wmemcpy", label, rt_wmemcpy(to, a, most), wmemcpy(native_to, a, most));
    SAME_EFFECT("wmemset", label, rt_wmemset(to, c, n), wmemset(native_to, c, n));
    SAME_EFFECT("wmemmove", label, rt_wmemmove(to + 1, to, n) - 1,
                wmemmove(native_to + 1, native_to, n) - 1);
}

void compare_wchar(void)
{
    for (int i = 0; i < 20000; i++) {
        wchar_t a[SIZE], b[SIZE];
        char label[2 * SIZE];
        random_wide(a);
        random_wide(b);
        snprintf(label, sizeof label, "round %d", i);
        compare(a, b, (wchar_t)(L'a' + random_below(4)), random_below(SIZE), label);
    }
}

/* strtol.c, stdlib.c, sort.c, random.c and malloc.c against the system's. */
#include "compare.h"

#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

OURS(strtol); OURS(strtoul); OURS(strtoll); OURS(strtoull); OURS(strtoimax); OURS(strtoumax);
OURS(atoi); OURS(atol); OURS(atoll); OURS(strtod); OURS(atof); OURS(abs); OURS(llabs); OURS(div);
OURS(lldiv); OURS(qsort); OURS(qsort_r); OURS(bsearch); OURS(drand48); OURS(lrand48);
OURS(mrand48); OURS(srand48); OURS(erand48); OURS(nrand48); OURS(jrand48); OURS(rand);
OURS(srand); OURS(malloc); OURS(calloc); OURS(realloc); OURS(free); OURS(aligned_alloc);
OURS(posix_memalign); OURS(reallocarray); OURS(getenv); OURS(getopt); OURS(optarg); OURS(optind); OURS(opterr); OURS(optopt);
OURS(setlocale);
long rt___isoc23_strtol(const char *s, char **end, int base);
extern int *rt___errno_location(void);

/* --- Numbers --------------------------------------------------------------- */

#define SAME_NUMBER(f)                                                                            \
    do {                                                                                           \
        char *end = NULL, *native_end = NULL;                                                      \
        errno = *rt___errno_location() = 0;                                                        \
        SAME(#f, s, rt_##f(s, &end, base), f(s, &native_end, base));                              \
        SAME(#f " end", s, offset(end, s), offset(native_end, s));                                \
        SAME(#f " errno", s, *rt___errno_location(), errno);                                      \
    } while (0)

static void compare_number(const char *s, int base)
{
    SAME_NUMBER(strtol);
    SAME_NUMBER(strtoul);
    SAME_NUMBER(strtoll);
    SAME_NUMBER(strtoull);
    SAME_NUMBER(strtoimax);
    SAME_NUMBER(strtoumax);
    SAME("atoi", s, rt_atoi(s), atoi(s));
    SAME("atol", s, rt_atol(s), atol(s));
    SAME("atoll", s, rt_atoll(s), atoll(s));
}

static void compare_numbers(void)
{
    static const char *const edges[] = {
        "", " ", "-", "+", "0", "-0", "0x", "0xg", "0x1G", "0X1f", "-0x1f", "+-1", "08", "07",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809", "18446744073709551615", "18446744073709551616",
        "-18446744073709551615", "-18446744073709551616", "2147483647", "2147483648",
        "-2147483648", "-2147483649", "4294967295", "4294967296", "99999999999999999999999999",
        "\t\n\v\f\r 12", "12 ", "z", "Zz", "1e5", "0b1", "\xa0" "1"};
    static const int bases[] = {0, 2, 8, 10, 16, 36, 3, 1, 37, -1};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        for (size_t b = 0; b < sizeof bases / sizeof *bases; b++)
            compare_number(edges[i], bases[b]);
    char s[24];
    for (int i = 0; i < 20000; i++) {
        random_string(s, sizeof s, i % 2 ? "0123456789" : " +-0xX19afFgz");
        compare_number(s, bases[random_below(7)]);
    }
    SAME("binary", "0b101", rt___isoc23_strtol("0b101", NULL, 0), 5);
    SAME("binary", "0b2", rt___isoc23_strtol("0b2", NULL, 0), 0);
    SAME("strtod", "1.5e3x", rt_strtod("1.5e3x", NULL), 1500);
    SAME("atof", "-2.5", rt_atof("-2.5") * 2, -5);
}

static void compare_arithmetic(void)
{
    for (int i = 0; i < 1000; i++) {
        int a = (int)random_bits(), b = (int)random_bits() | 1;
        SAME("abs", "", rt_abs(a), abs(a));
        SAME("llabs", "", rt_llabs(a), llabs(a));
        SAME("div quot", "", rt_div(a, b).quot, div(a, b).quot);
        SAME("div rem", "", rt_div(a, b).rem, div(a, b).rem);
        SAME("lldiv", "", rt_lldiv(a, b).rem, lldiv(a, b).rem);
    }
}

/* --- Sorting --------------------------------------------------------------- */

struct pair {
    int key, place;
    char pad[3];
};

static int by_key(const void *a, const void *b)
{
    const struct pair *p = a, *q = b;
    return (p->key > q->key) - (p->key < q->key);
}

static int by_key_times(const void *a, const void *b, void *factor)
{
    return *(int *)factor * by_key(a, b);
}

static void compare_sorting(void)
{
    static struct pair ours[200], theirs[200];
    for (int i = 0; i < 2000; i++) {
        unsigned n = random_below(i % 10 ? 12 : 200);
        for (unsigned k = 0; k < n; k++)
            ours[k] = (struct pair){.key = (int)random_below(n), .place = (int)k};
        memcpy(theirs, ours, sizeof ours);
        int factor = i % 2 ? 1 : -1;
        if (i % 3) {
            rt_qsort(ours, n, sizeof *ours, by_key);
            qsort(theirs, n, sizeof *theirs, by_key);
        } else {
            rt_qsort_r(ours, n, sizeof *ours, by_key_times, &factor);
            qsort_r(theirs, n, sizeof *theirs, by_key_times, &factor);
        }
        SAME("qsort", "", memcmp(ours, theirs, sizeof ours), 0);
        struct pair key = {.key = (int)random_below(n + 1)};
        if (i % 3) {
            struct pair *found = rt_bsearch(&key, ours, n, sizeof *ours, by_key);
            struct pair *native = bsearch(&key, ours, n, sizeof *ours, by_key);
            SAME("bsearch", "", found != NULL, native != NULL);
            HOLDS(!found || found->key == key.key);
        }
    }
}

/* --- Random numbers and memory --------------------------------------------- */

static void compare_random(void)
{
    unsigned short x[3] = {1, 2, 3}, y[3] = {1, 2, 3};
    SAME("drand48 unseeded", "", rt_drand48() * 0x1p48, drand48() * 0x1p48);
    rt_srand48(-12345678);
    srand48(-12345678);
    for (int i = 0; i < 1000; i++) {
        SAME("drand48", "", rt_drand48() * 0x1p48, drand48() * 0x1p48);
        SAME("lrand48", "", rt_lrand48(), lrand48());
        SAME("mrand48", "", rt_mrand48(), mrand48());
        SAME("erand48", "", rt_erand48(x) * 0x1p48, erand48(y) * 0x1p48);
        SAME("nrand48", "", rt_nrand48(x), nrand48(y));
        SAME("jrand48", "", rt_jrand48(x), jrand48(y));
    }
    rt_srand(7);
    int first = rt_rand(), second = rt_rand();
    rt_srand(7);
    HOLDS(first >= 0 && second >= 0 && first != second && rt_rand() == first);
}

static void check_memory(void)
{
    char *p = rt_calloc(10, 10);
    for (int i = 0; i < 100; i++)
        HOLDS(p[i] == 0);
    memset(p, 7, 100);
    p = rt_realloc(p, 1000);
    HOLDS(p[0] == 7 && p[99] == 7);
    p = rt_realloc(p, 10);
    HOLDS(p[9] == 7);
    HOLDS(!rt_realloc(p, 0));
    HOLDS(!rt_malloc((size_t)-1) && *rt___errno_location() == ENOMEM);
    HOLDS(!rt_calloc((size_t)-1 / 2, 3) && !rt_reallocarray(NULL, (size_t)-1 / 2, 3));
    p = rt_aligned_alloc(256, 512);
    HOLDS((uintptr_t)p % 256 == 0);
    rt_free(p);
    void *q = NULL;
    HOLDS(rt_posix_memalign(&q, 24, 8) == EINVAL && rt_posix_memalign(&q, 2, 8) == EINVAL && !q);
    HOLDS(rt_posix_memalign(&q, 64, 8) == 0 && (uintptr_t)q % 64 == 0);
    rt_free(q);
    rt_free(NULL);
    HOLDS(!rt_getenv("PATH"));
}

/* --- Options --------------------------------------------------------------- */

/* The same elements, options and operands, through both, until both are at the end. */
static void compare_options(const char *options, int argc, char *const *elements)
{
    char *ours[8], *theirs[8];
    for (int i = 0; i <= argc; i++)
        ours[i] = theirs[i] = elements[i];
    opterr = rt_opterr = 0;
    optind = 0;
    rt_optind = 1;
    for (int result = 0; result != -1;) {
        result = getopt(argc, theirs, options);
        SAME("getopt", options, rt_getopt(argc, ours, options), result);
        if (result == -1)
            break;
        SAME("optarg", options, offset(rt_optarg, NULL), offset(optarg, NULL));
        if (result == '?' || result == ':')
            SAME("optopt", options, rt_optopt, optopt);
    }
    SAME("optind", options, rt_optind, optind);
    for (int i = 0; i < argc; i++)
        SAME("getopt order", options, offset(ours[i], NULL), offset(theirs[i], NULL));
}

static void compare_getopt(void)
{
    static const char *const lists[] = {"ab:c", "+ab:c", ":ab:c", "ab::c", "", "abc", "+:b:"};
    static char pool[][6] = {"-a", "-b", "-c", "-ac", "-bx", "-ab", "-acb", "-", "--", "-z",
                             "-az", "one", "two", "-b:", "-:", ""};
    for (int i = 0; i < 20000; i++) {
        char *elements[8] = {"program"};
        int argc = 1 + (int)random_below(7);
        for (int e = 1; e < argc; e++)
            elements[e] = pool[random_below(sizeof pool / sizeof *pool)];
        elements[argc] = NULL;
        compare_options(lists[random_below(sizeof lists / sizeof *lists)], argc, elements);
    }
}

static void compare_locale(void)
{
    SAME("setlocale", "null", strcmp(rt_setlocale(LC_ALL, NULL), "C"), 0);
    SAME("setlocale", "empty", strcmp(rt_setlocale(LC_ALL, ""), "C"), 0);
    SAME("setlocale", "C", strcmp(rt_setlocale(LC_NUMERIC, "C"), "C"), 0);
    SAME("setlocale", "POSIX", strcmp(rt_setlocale(LC_ALL, "POSIX"), "C"), 0);
    SAME("setlocale", "POSIX", strcmp(setlocale(LC_ALL, "POSIX"), "C"), 0);
    HOLDS(!rt_setlocale(LC_ALL, "xx_XX") && !setlocale(LC_ALL, "xx_XX"));
    HOLDS(!rt_setlocale(-1, "C") && !setlocale(-1, "C"));
}

void compare_stdlib(void)
{
    compare_getopt();
    compare_locale();
    compare_numbers();
    compare_arithmetic();
    compare_sorting();
    compare_random();
    check_memory();
}

/*
 * <ctype.h> in the C locale: the functions, and the tables that the headers' macros
 * look into.
 *
 * The tables have an entry for every value from -128 to 255, so that EOF and negative
 * chars can be looked up; anything else is out of bounds, and is found. Each entry is
 * computed by the macros below, which say what the classes are.
 */
#include "internal.h"

#include <ctype.h>
#include <stdint.h>

/* --- The classes ----------------------------------------------------------- */

#define BETWEEN(c, first, last) ((c) >= (first) && (c) <= (last))
#define IS_UPPER(c) BETWEEN(c, 'A', 'Z')
#define IS_LOWER(c) BETWEEN(c, 'a', 'z')
#define IS_DIGIT(c) BETWEEN(c, '0', '9')
#define IS_ALPHA(c) (IS_UPPER(c) || IS_LOWER(c))
#define IS_ALNUM(c) (IS_ALPHA(c) || IS_DIGIT(c))
#define IS_XDIGIT(c) (IS_DIGIT(c) || BETWEEN(c, 'A', 'F') || BETWEEN(c, 'a', 'f'))
#define IS_BLANK(c) ((c) == ' ' || (c) == '\t')
#define IS_SPACE(c) ((c) == ' ' || BETWEEN(c, '\t', '\r'))
#define IS_PRINT(c) BETWEEN(c, ' ', '~')
#define IS_GRAPH(c) BETWEEN(c, '!', '~')
#define IS_CNTRL(c) (BETWEEN(c, 0, 31) || (c) == 127)
#define IS_PUNCT(c) (IS_GRAPH(c) && !IS_ALNUM(c))

#define CLASSES(c)                                                                                \
    ((IS_UPPER(c) ? _ISupper : 0) | (IS_LOWER(c) ? _ISlower : 0) | (IS_ALPHA(c) ? _ISalpha : 0) | \
     (IS_DIGIT(c) ? _ISdigit : 0) | (IS_XDIGIT(c) ? _ISxdigit : 0) |                              \
     (IS_SPACE(c) ? _ISspace : 0) | (IS_PRINT(c) ? _ISprint : 0) | (IS_GRAPH(c) ? _ISgraph : 0) | \
     (IS_BLANK(c) ? _ISblank : 0) | (IS_CNTRL(c) ? _IScntrl : 0) | (IS_PUNCT(c) ? _ISpunct : 0) | \
     (IS_ALNUM(c) ? _ISalnum : 0))
#define LOWER(c) (IS_UPPER(c) ? (c) + ('a' - 'A') : (c))
#define UPPER(c) (IS_LOWER(c) ? (c) - ('a' - 'A') : (c))

/* --- The tables ------------------------------------------------------------ */

/* M of sixteen values, and of the 128 values, from b on. */
#define SIXTEEN(M, b)                                                                             \
    M((b) + 0), M((b) + 1), M((b) + 2), M((b) + 3), M((b) + 4), M((b) + 5), M((b) + 6),           \
        M((b) + 7), M((b) + 8), M((b) + 9), M((b) + 10), M((b) + 11), M((b) + 12), M((b) + 13),   \
        M((b) + 14), M((b) + 15)
#define HALF(M, b)                                                                                \
    SIXTEEN(M, (b) + 0), SIXTEEN(M, (b) + 16), SIXTEEN(M, (b) + 32), SIXTEEN(M, (b) + 48),        \
        SIXTEEN(M, (b) + 64), SIXTEEN(M, (b) + 80), SIXTEEN(M, (b) + 96), SIXTEEN(M, (b) + 112)

/* A negative char is mapped to the unsigned char it stands for; EOF is left alone. */
#define UNSIGNED_CHAR(c) ((c) == -1 ? -1 : (c) + 256)

static const unsigned short classes[384] = {HALF(CLASSES, -128), HALF(CLASSES, 0),
                                            HALF(CLASSES, 128)};
static const int32_t lower[384] = {HALF(UNSIGNED_CHAR, -128), HALF(LOWER, 0), HALF(LOWER, 128)};
static const int32_t upper[384] = {HALF(UNSIGNED_CHAR, -128), HALF(UPPER, 0), HALF(UPPER, 128)};

static const unsigned short *const classes_from_zero = classes + 128;
static const int32_t *const lower_from_zero = lower + 128;
static const int32_t *const upper_from_zero = upper + 128;

const unsigned short **__ctype_b_loc(void)
{
    return (const unsigned short **)&classes_from_zero;
}

const int32_t **__ctype_tolower_loc(void)
{
    return (const int32_t **)&lower_from_zero;
}

const int32_t **__ctype_toupper_loc(void)
{
    return (const int32_t **)&upper_from_zero;
}

/* --- The functions --------------------------------------------------------- */

#define TEST(name)                                                                                \
    int is##name(int c)                                                                           \
    {                                                                                              \
        return classes[c + 128] & _IS##name;                                                       \
    }

TEST(alnum)
TEST(alpha)
TEST(blank)
TEST(cntrl)
TEST(digit)
TEST(graph)
TEST(lower)
TEST(print)
TEST(punct)
TEST(space)
TEST(upper)
TEST(xdigit)

int tolower(int c)
{
    return c >= -128 && c < 256 ? lower[c + 128] : c;
}

int toupper(int c)
{
    return c >= -128 && c < 256 ? upper[c + 128] : c;
}

int isascii(int c)
{
    return (c & ~127) == 0;
}

int toascii(int c)
{
    return c & 127;
}

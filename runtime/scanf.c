/*
 * The scanf family. Numbers are read by strtol and its kin; here is what belongs to
 * the format: fields, widths, sets, and where results go.
 *
 * Of a string, the input is the user's memory, read byte by byte. Of a stream, it is what is
 * left to read: one step finds out how much of that a call takes, and takes it; what the
 * call stores it then finds in a copy. Wide characters (%lc, %ls, %l[) are not modelled.
 */
#include "internal.h"

#include "stream.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void __heddle_unmodelled_wide_scanf(void);

enum length { L_INT, L_CHAR, L_SHORT, L_LONG, L_LONG_LONG, L_LONG_DOUBLE };

/* One conversion specification of the format. */
struct field {
    int is_skipped;   /* '*': nothing is stored */
    int is_allocated; /* 'm': the result goes to fresh memory */
    size_t width;     /* SIZE_MAX where it is not given */
    enum length length;
    char conversion;
    const char *set;     /* of a '[': the text from behind the '[' or "[^" ... */
    const char *set_end; /* ... to the closing ']' */
    int is_negated;
};

/* What became of a field. */
enum outcome { CONVERTED, NO_INPUT, NO_MATCH };

/* Where a scan is. */
struct scan {
    const char *at;
    /* The end of the input; null if a zero is. */
    const char *end;
    /* True if somebody wanted to read on at the end. */
    int saw_end;
};

/* --- Reading the format ---------------------------------------------------- */

static enum length read_length(const char **format)
{
    switch (*(*format)++) {
    case 'h':
        if (**format != 'h')
            return L_SHORT;
        ++*format;
        return L_CHAR;
    case 'l':
        if (**format != 'l')
            return L_LONG;
        ++*format;
        return L_LONG_LONG;
    case 'L':
        return L_LONG_DOUBLE;
    case 'j':
    case 'q':
        return L_LONG_LONG;
    case 'z':
    case 't':
        return L_LONG;
    default:
        --*format;
        return L_INT;
    }
}

/* Reads what follows a '%'; returns the place behind it. */
static const char *read_field(const char *format, struct field *field)
{
    *field = (struct field){.width = SIZE_MAX};
    if (*format == '*') {
        field->is_skipped = 1;
        format++;
    }
    if (*format >= '0' && *format <= '9')
        field->width = strtoul(format, (char **)&format, 10);
    if (*format == 'm') {
        field->is_allocated = 1;
        format++;
    }
    field->length = read_length(&format);
    field->conversion = *format;
    if (!*format)
        return format;
    format++;
    if (field->conversion == '[') {
        field->is_negated = *format == '^';
        field->set = format + field->is_negated;
        /* A ']' that comes first belongs to the set. */
        field->set_end = strchr(*field->set ? field->set + 1 : field->set, ']');
        if (!field->set_end)
            field->set_end = field->set + strlen(field->set);
        format = *field->set_end ? field->set_end + 1 : field->set_end;
    }
    return format;
}

/* --- How far a field reaches ----------------------------------------------- */

static int is_in_set(const struct field *field, unsigned char c)
{
    for (const char *s = field->set; s < field->set_end; s++) {
        int is_range = s + 2 < field->set_end && s[1] == '-';
        unsigned char first = (unsigned char)s[0], last = (unsigned char)(is_range ? s[2] : s[0]);
        if (c >= first && c <= last)
            return !field->is_negated;
        if (is_range)
            s += 2;
    }
    return field->is_negated;
}

static int is_letter_or_digit(unsigned char c)
{
    return (c >= '0' && c <= '9') || (heddle_lower(c) >= 'a' && heddle_lower(c) <= 'z');
}

/* Can c be the next character of the text of this field? */
static int belongs(const struct field *field, unsigned char c, int is_first)
{
    switch (field->conversion) {
    case 'c':
        return 1;
    case 's':
        return !heddle_is_space(c);
    case '[':
        return is_in_set(field, c);
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'p':
        return is_letter_or_digit(c) || (is_first && (c == '+' || c == '-'));
    default:
        return is_letter_or_digit(c) || (c && strchr("+-._()", c));
    }
}

static int is_over(struct scan *scan, const char *at)
{
    return scan->end ? at == scan->end : !*at;
}

/* How many characters may belong to a field, and whether the input ends behind them. */
static size_t reach(struct scan *scan, const struct field *field, int *is_end)
{
    size_t max = field->conversion == 'c' && field->width == SIZE_MAX ? 1 : field->width;
    size_t n = 0;
    while (n < max && !is_over(scan, scan->at + n) &&
           belongs(field, (unsigned char)scan->at[n], n == 0))
        n++;
    *is_end = n < max && is_over(scan, scan->at + n);
    return n;
}

/* --- Conversions: each stores its result unless `to` is null --------------- */

static void store_integer(void *to, enum length length, unsigned long long value)
{
    switch (length) {
    case L_CHAR:
        *(char *)to = (char)value;
        break;
    case L_SHORT:
        *(short *)to = (short)value;
        break;
    case L_INT:
        *(int *)to = (int)value;
        break;
    case L_LONG:
        *(long *)to = (long)value;
        break;
    case L_LONG_LONG:
    case L_LONG_DOUBLE:
        *(long long *)to = (long long)value;
        break;
    }
}

static int has_hex_prefix(const char *s)
{
    return s[0] == '0' && heddle_lower((unsigned char)s[1]) == 'x';
}

/* Reads the integer that `text` starts with; returns how long it is. */
static size_t convert_integer(const struct field *field, const char *text, void *to)
{
    int base = 10;
    switch (field->conversion) {
    case 'i':
        base = 0;
        break;
    case 'o':
        base = 8;
        break;
    case 'x': case 'X': case 'p':
        base = 16;
        break;
    }
    int is_signed = field->conversion == 'd' || field->conversion == 'i';
    int is_wide = field->length == L_LONG_LONG || field->length == L_LONG_DOUBLE;
    char *end;
    unsigned long long value;
    if (is_signed)
        value = (unsigned long long)(is_wide ? strtoll(text, &end, base)
                                             : strtol(text, &end, base));
    else
        value = is_wide ? strtoull(text, &end, base) : strtoul(text, &end, base);
    /* A lone "0x" is 0, as glibc has it, and is used up whole. */
    const char *digits = text + (*text == '+' || *text == '-');
    if (base != 8 && base != 10 && end == digits + 1 && has_hex_prefix(digits))
        end++;
    if (end != text && to)
        store_integer(to, field->conversion == 'p' ? L_LONG : field->length, value);
    return (size_t)(end - text);
}

/*
 * Reads the floating-point number that `text` starts with; returns how long it is. As
 * glibc has it, a prefix without digits is no number, and an exponent without digits is
 * used up and means nothing.
 */
static size_t convert_float(const struct field *field, const char *text, void *to)
{
    char *end;
    double value = __heddle_strtod(text, &end);
    if (end == text)
        return 0;
    const char *digits = text + (*text == '+' || *text == '-');
    int is_number = (*digits >= '0' && *digits <= '9') || *digits == '.';
    int is_hex = has_hex_prefix(digits);
    if (is_hex && end == digits + 1)
        return 0;
    int letter = is_hex ? 'p' : 'e', has_exponent = 0;
    for (const char *s = digits; s < end; s++)
        has_exponent |= heddle_lower((unsigned char)*s) == letter;
    if (is_number && !has_exponent && heddle_lower((unsigned char)*end) == letter) {
        end++;
        if (*end == '+' || *end == '-')
            end++;
    }
    if (!to)
        return (size_t)(end - text);
    if (field->length == L_LONG)
        *(double *)to = value;
    else if (field->length == L_LONG_DOUBLE)
        *(long double *)to = value;
    else
        *(float *)to = (float)value;
    return (size_t)(end - text);
}

/* Copies the text, with an end unless it is of a %c. */
static int store_text(const struct field *field, const char *s, size_t n, void *to)
{
    size_t end = field->conversion == 'c' ? 0 : 1;
    char *text = to;
    if (field->is_allocated) {
        text = malloc(n + end);
        *(char **)to = text;
        if (!text)
            return 0;
    }
    __builtin_memcpy(text, s, n);
    if (end)
        text[n] = 0;
    return 1;
}

static enum outcome convert_text(const struct field *field, struct scan *scan, void *to)
{
    if (field->length == L_LONG)
        __heddle_unmodelled_wide_scanf();
    int is_end;
    size_t n = reach(scan, field, &is_end);
    scan->saw_end |= is_end;
    if (n == 0)
        return NO_MATCH;
    if (to && !store_text(field, scan->at, n, to))
        return NO_MATCH;
    scan->at += n;
    return CONVERTED;
}

static int is_of_integer(const struct field *field)
{
    return strchr("diuoxXp", field->conversion) != NULL;
}

/*
 * How much is used up before it is seen that there is no number: "-", "0x", and of "nan" and
 * "infinity" what is there, with the character that does not fit, as glibc has it.
 */
static size_t wasted(struct scan *scan, const struct field *field, const char *text)
{
    size_t sign = *text == '+' || *text == '-', n = 0;
    if (is_of_integer(field))
        return sign;
    if (has_hex_prefix(text + sign))
        return sign + 2;
    if (text[sign] == '.')
        return sign + 1;
    const char *word = heddle_lower((unsigned char)text[sign]) == 'n' ? "nan" : "infinity";
    while (word[n] && heddle_lower((unsigned char)text[sign + n]) == word[n])
        n++;
    size_t used = sign + n;
    int is_misfit = n > 0 && used < field->width && !is_over(scan, scan->at + used);
    return used + (size_t)is_misfit;
}

/* A number that nothing can follow is not looked behind. */
static int is_complete(const struct field *field, const char *text, size_t n)
{
    return !is_of_integer(field) && n >= 3 &&
           (heddle_lower((unsigned char)text[n - 1]) == 'y' ||
            (heddle_lower((unsigned char)text[n - 1]) == 'n' &&
             heddle_lower((unsigned char)text[n - 2]) == 'a'));
}

static enum outcome convert_number(const struct field *field, struct scan *scan, void *to)
{
    int is_end;
    size_t n = reach(scan, field, &is_end);
    char text[n + 1];
    __builtin_memcpy(text, scan->at, n);
    text[n] = 0;
    size_t used = is_of_integer(field) ? convert_integer(field, text, to)
                                       : convert_float(field, text, to);
    size_t taken = used ? used : wasted(scan, field, text);
    if (used)
        scan->saw_end |= is_end && taken == n && !is_complete(field, text, n);
    else
        scan->saw_end |= is_over(scan, scan->at + taken);
    scan->at += taken;
    return used ? CONVERTED : NO_MATCH;
}

static void skip_space(struct scan *scan)
{
    while (!is_over(scan, scan->at) && heddle_is_space((unsigned char)*scan->at))
        scan->at++;
    scan->saw_end |= is_over(scan, scan->at);
}

static enum outcome convert(const struct field *field, struct scan *scan, void *to)
{
    int is_text = field->conversion == 'c' || field->conversion == '[';
    if (!is_text)
        skip_space(scan);
    if (is_over(scan, scan->at)) {
        scan->saw_end = 1;
        return NO_INPUT;
    }
    switch (field->conversion) {
    case 'c': case 's': case '[':
        return convert_text(field, scan, to);
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'p':
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
        return convert_number(field, scan, to);
    default:
        return NO_MATCH;
    }
}

/* --- A scan ---------------------------------------------------------------- */

/* Matches a character of the format that is no conversion and no white space. */
static enum outcome match(char c, struct scan *scan)
{
    if (is_over(scan, scan->at)) {
        scan->saw_end = 1;
        return NO_INPUT;
    }
    if (*scan->at != c)
        return NO_MATCH;
    scan->at++;
    return CONVERTED;
}

/* Scans, and stores results where `args` says, if it is not null. */
static int run(struct scan *scan, const char *format, va_list *args)
{
    const char *start = scan->at;
    int count = 0;
    enum outcome outcome = CONVERTED;
    while (*format && outcome == CONVERTED) {
        if (heddle_is_space((unsigned char)*format)) {
            skip_space(scan);
            format++;
            continue;
        }
        if (*format != '%') {
            outcome = match(*format++, scan);
            continue;
        }
        struct field field;
        format = read_field(format + 1, &field);
        if (field.conversion == '%') {
            skip_space(scan);
            outcome = match('%', scan);
            continue;
        }
        void *to = args && !field.is_skipped ? va_arg(*args, void *) : NULL;
        if (field.conversion == 'n') {
            if (to)
                store_integer(to, field.length, (unsigned long long)(scan->at - start));
            continue;
        }
        outcome = convert(&field, scan, to);
        if (outcome == CONVERTED && to)
            count++;
    }
    return outcome == NO_INPUT && count == 0 ? EOF : count;
}

static int scan_string(const char *s, const char *format, va_list *args)
{
    return run(&(struct scan){.at = s}, format, args);
}

static int scan_stream(FILE *stream, const char *format, va_list *args)
{
    size_t length = strlen(format) + 1;
    char own[length];
    __builtin_memcpy(own, format, length);
    __heddle_atomic_begin();
    long left = __heddle_stream_left(stream);
    char text[left > 0 ? left : 1];
    struct scan scan = {.at = text, .end = text};
    if (left >= 0) {
        __heddle_stream_peek(stream, text, (size_t)left);
        scan.end += left;
        run(&scan, own, NULL);
        __heddle_stream_take(stream, (size_t)(scan.at - text), scan.saw_end);
    }
    __heddle_atomic_end();
    if (left < 0)
        return EOF;
    scan.at = text;
    return run(&scan, own, args);
}

/* --- The functions --------------------------------------------------------- */

/* The body of a function with a va_list, and of one whose last named parameter is `format`. */
#define WITH_LIST(scan, input)                                                                    \
    {                                                                                              \
        va_list args;                                                                              \
        va_copy(args, ap);                                                                         \
        int count = scan(input, format, &args);                                                    \
        va_end(args);                                                                              \
        return count;                                                                              \
    }
#define WITH_ARGUMENTS(scan, input)                                                               \
    {                                                                                              \
        va_list args;                                                                              \
        va_start(args, format);                                                                    \
        int count = scan(input, format, &args);                                                    \
        va_end(args);                                                                              \
        return count;                                                                              \
    }

/* Each has names that the headers call, depending on their age and the language standard. */
#define FAMILY(prefix)                                                                            \
    int prefix##vsscanf(const char *restrict, const char *restrict, va_list);                     \
    int prefix##sscanf(const char *restrict, const char *restrict, ...);                          \
    int prefix##vfscanf(FILE *restrict, const char *restrict, va_list);                           \
    int prefix##fscanf(FILE *restrict, const char *restrict, ...);                                \
    int prefix##vscanf(const char *restrict, va_list);                                            \
    int prefix##scanf(const char *restrict, ...);                                                 \
    int prefix##vsscanf(const char *restrict s, const char *restrict format, va_list ap)          \
        WITH_LIST(scan_string, s)                                                                  \
    int prefix##sscanf(const char *restrict s, const char *restrict format, ...)                  \
        WITH_ARGUMENTS(scan_string, s)                                                             \
    int prefix##vfscanf(FILE *restrict stream, const char *restrict format, va_list ap)           \
        WITH_LIST(scan_stream, stream)                                                             \
    int prefix##fscanf(FILE *restrict stream, const char *restrict format, ...)                   \
        WITH_ARGUMENTS(scan_stream, stream)                                                        \
    int prefix##vscanf(const char *restrict format, va_list ap)                                   \
        WITH_LIST(scan_stream, stdin)                                                              \
    int prefix##scanf(const char *restrict format, ...)                                           \
        WITH_ARGUMENTS(scan_stream, stdin)

FAMILY()
FAMILY(__isoc99_)
FAMILY(__isoc23_)

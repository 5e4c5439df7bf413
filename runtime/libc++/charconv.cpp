/*
 * Floating-point numbers of <charconv>, which libc++ 19 writes but does not read.
 */
#include <charconv>

#include "charconv.h"

namespace std {
inline namespace __1 {

static heddle::form form_of(chars_format format)
{
    if (format == chars_format::fixed)
        return heddle::FIXED;
    if (format == chars_format::scientific)
        return heddle::SCIENTIFIC;
    return format == chars_format::hex ? heddle::HEX : heddle::GENERAL;
}

/* The bits of a fraction, and the one of them that what does not signal has. */
static unsigned long long fraction_of(double value, unsigned long long *quiet)
{
    *quiet = 1ull << 51;
    return __builtin_bit_cast(unsigned long long, value) & (2 * *quiet - 1);
}

static unsigned long long fraction_of(float value, unsigned long long *quiet)
{
    *quiet = 1ull << 22;
    return __builtin_bit_cast(unsigned, value) & (2 * *quiet - 1);
}

/* What is no number says of which kind it is. */
template <typename T> static to_chars_result put_nan(char *first, char *last, T value)
{
    unsigned long long quiet, fraction = fraction_of(value, &quiet);
    const char *text = signbit(value) ? "-nan" : "nan";
    if (!(fraction & quiet))
        text = signbit(value) ? "-nan(snan)" : "nan(snan)";
    else if (signbit(value) && fraction == quiet)
        text = "-nan(ind)";
    return heddle::put<to_chars_result>(first, last, text, static_cast<int>(strlen(text)));
}

template <typename T>
static to_chars_result shortest(char *first, char *last, T value, heddle::form form)
{
    return isnan(value) ? put_nan(first, last, value)
                        : heddle::print_shortest<to_chars_result>(first, last, value, form);
}

/* Hexadecimals have all their digits if there is no precision. */
template <typename T>
static to_chars_result printed(char *first, char *last, T value, heddle::form form, int precision)
{
    if (isnan(value))
        return put_nan(first, last, value);
    if (form == heddle::HEX && precision < 0)
        precision = sizeof value == sizeof(float) ? 6 : 13;
    return heddle::print<to_chars_result>(first, last, value, form, precision);
}

to_chars_result to_chars(char *first, char *last, float value)
{
    return shortest(first, last, value, heddle::ANY);
}

to_chars_result to_chars(char *first, char *last, double value)
{
    return shortest(first, last, value, heddle::ANY);
}

to_chars_result to_chars(char *first, char *last, float value, chars_format format)
{
    return shortest(first, last, value, form_of(format));
}

to_chars_result to_chars(char *first, char *last, double value, chars_format format)
{
    return shortest(first, last, value, form_of(format));
}

to_chars_result to_chars(char *first, char *last, float value, chars_format format, int precision)
{
    return printed(first, last, value, form_of(format), precision);
}

to_chars_result to_chars(char *first, char *last, double value, chars_format format, int precision)
{
    return printed(first, last, value, form_of(format), precision);
}

} // namespace __1
} // namespace std

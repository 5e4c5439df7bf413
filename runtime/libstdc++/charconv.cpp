/*
 * Floating-point numbers of <charconv>.
 */
#include <charconv>

#include "charconv.h"

namespace std {

template <typename T> static to_chars_result shortest(char *first, char *last, T value)
{
    return heddle::print_shortest<to_chars_result>(first, last, value, heddle::ANY);
}

static heddle::form form_of(chars_format format)
{
    if (format == chars_format::fixed)
        return heddle::FIXED;
    if (format == chars_format::scientific)
        return heddle::SCIENTIFIC;
    return format == chars_format::hex ? heddle::HEX : heddle::GENERAL;
}

to_chars_result to_chars(char *first, char *last, float value) noexcept
{
    return shortest(first, last, value);
}

to_chars_result to_chars(char *first, char *last, double value) noexcept
{
    return shortest(first, last, value);
}

to_chars_result to_chars(char *first, char *last, float value, chars_format format) noexcept
{
    return heddle::print_shortest<to_chars_result>(first, last, value, form_of(format));
}

to_chars_result to_chars(char *first, char *last, double value, chars_format format) noexcept
{
    return heddle::print_shortest<to_chars_result>(first, last, value, form_of(format));
}

to_chars_result to_chars(char *first, char *last, float value, chars_format format,
                         int precision) noexcept
{
    return heddle::print<to_chars_result>(first, last, value, form_of(format), precision);
}

to_chars_result to_chars(char *first, char *last, double value, chars_format format,
                         int precision) noexcept
{
    return heddle::print<to_chars_result>(first, last, value, form_of(format), precision);
}

from_chars_result from_chars(const char *first, const char *last, float &value,
                             chars_format format) noexcept
{
    return heddle::read<from_chars_result>(first, last, value, form_of(format));
}

from_chars_result from_chars(const char *first, const char *last, double &value,
                             chars_format format) noexcept
{
    return heddle::read<from_chars_result>(first, last, value, form_of(format));
}

} // namespace std

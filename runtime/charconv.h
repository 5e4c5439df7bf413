/*
 * Floating-point numbers of <charconv>, for both C++ libraries.
 *
 * The shortest digits of a value are found by trying: for each number of digits the nearest decimal
 * number and its neighbours, until one of them is read back as the value.
 */
#ifndef HEDDLE_CHARCONV_H
#define HEDDLE_CHARCONV_H

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace heddle {

/* ANY is the shorter one of FIXED and SCIENTIFIC. */
enum form { ANY, SCIENTIFIC, FIXED, GENERAL, HEX };

/* The digits of a positive number, and the power of ten of the last one. */
struct decimal {
    unsigned long long digits;
    int count;
    int exponent;
};

inline double read_back(const char *text, double)
{
    return strtod(text, nullptr);
}

inline float read_back(const char *text, float)
{
    return strtof(text, nullptr);
}

/* The nearest decimal number with so many digits. */
inline decimal nearest(double value, int count)
{
    char text[40];
    snprintf(text, sizeof text, "%.*e", count - 1, value);
    char *exponent = strchr(text, 'e');
    decimal result = {0, count, atoi(exponent + 1) - (count - 1)};
    for (const char *s = text; s < exponent; s++) {
        if (*s != '.')
            result.digits = result.digits * 10 + static_cast<unsigned long long>(*s - '0');
    }
    return result;
}

template <typename T> bool is_value(const decimal &number, T value)
{
    char text[40];
    snprintf(text, sizeof text, "%llue%d", number.digits, number.exponent);
    return read_back(text, value) == value;
}

template <typename T> decimal shortest_digits(T value)
{
    enum { ENOUGH = sizeof(T) == sizeof(float) ? 9 : 17 };
    for (int count = 1; count < ENOUGH; count++) {
        decimal number = nearest(value, count), above = number, below = number;
        above.digits++;
        below.digits--;
        if (is_value(number, value))
            return number;
        /* Where values become denser, the nearest number may be too far on the dense side. */
        if (is_value(above, value))
            return above;
        if (is_value(below, value))
            return below;
    }
    return nearest(value, ENOUGH);
}

/* Drops zeros at the end, of which there are some where a neighbour has been taken. */
inline decimal trimmed(decimal number)
{
    while (number.digits && number.digits % 10 == 0) {
        number.digits /= 10;
        number.count--;
        number.exponent++;
    }
    return number;
}

template <typename Result> Result put(char *first, char *last, const char *text, int n)
{
    if (n > last - first)
        return {last, std::errc::value_too_large};
    memcpy(first, text, static_cast<size_t>(n));
    return {first + n, std::errc()};
}

/* Text of printf, in hexadecimal without its prefix. */
template <typename Result>
Result put_printed(char *first, char *last, const char *format, int precision, double value)
{
    int n = snprintf(nullptr, 0, format, precision, value);
    char text[n + 1];
    snprintf(text, static_cast<size_t>(n) + 1, format, precision, value);
    char *prefix = strstr(text, "0x");
    if (prefix) {
        n -= 2;
        memmove(prefix, prefix + 2, strlen(prefix + 2) + 1);
    }
    return put<Result>(first, last, text, n);
}

inline bool is_denormal(double)
{
    return false;
}

/* One of type float, which is none of type double. */
inline bool is_denormal(float value)
{
    return std::fpclassify(value) == FP_SUBNORMAL;
}

/* In hexadecimal; what has no leading 1 as float is printed with one, which is then taken away. */
template <typename Result, typename T>
Result put_hex(char *first, char *last, T value, int precision)
{
    if (!is_denormal(value))
        return put_printed<Result>(first, last, "%.*a", precision, value);
    double one = std::copysign(0x1p-126, value);
    /* Half of it is even without the 1, and odd with it. */
    if (precision == 0 && value == one / 2)
        value = 0;
    Result result = put_printed<Result>(first, last, "%.*a", precision, value + one);
    if (result.ec == std::errc())
        first[std::signbit(value)]--;
    return result;
}

/* Infinity, and what is no number. */
template <typename Result> Result put_special(char *first, char *last, double value)
{
    char text[8];
    int n = snprintf(text, sizeof text, "%s%s", std::signbit(value) ? "-" : "",
                     std::isnan(value) ? "nan" : "inf");
    return put<Result>(first, last, text, n);
}

/* Digits that reach behind the point are taken as they are; others are those of the value. */
template <typename Result>
Result put_fixed(char *first, char *last, const decimal &number, double value)
{
    if (number.exponent >= 0)
        return put_printed<Result>(first, last, "%.*f", 0, value);
    int behind = -number.exponent;
    char digits[400], text[420];
    int n = snprintf(digits, sizeof digits, "%0*llu", behind + 1, number.digits);
    int length = snprintf(text, sizeof text, "%s%.*s.%s", std::signbit(value) ? "-" : "",
                          n - behind, digits, digits + n - behind);
    return put<Result>(first, last, text, length);
}

template <typename Result>
Result put_scientific(char *first, char *last, const decimal &number, bool is_negative)
{
    char digits[24], text[48];
    int n = snprintf(digits, sizeof digits, "%llu", number.digits);
    int exponent = number.exponent + n - 1;
    int length = snprintf(text, sizeof text, "%s%c%s%se%c%02d", is_negative ? "-" : "", digits[0],
                          n > 1 ? "." : "", digits + 1, exponent < 0 ? '-' : '+', abs(exponent));
    return put<Result>(first, last, text, length);
}

/* Which one is the shorter, or that of printf where it is general. */
inline form chosen(form wanted, const decimal &number)
{
    int power = number.exponent + number.count - 1;
    if (wanted == GENERAL)
        return power >= -4 && power < 6 ? FIXED : SCIENTIFIC;
    if (wanted != ANY)
        return wanted;
    /* In scientific form a single digit has no point. */
    int is_single = number.count == 1;
    int least = -(number.count + 3) + is_single, most = 5 - is_single;
    return number.exponent >= least && number.exponent <= most ? FIXED : SCIENTIFIC;
}

/* The shortest text that is read back as the value. */
template <typename Result, typename T>
Result print_shortest(char *first, char *last, T value, form wanted)
{
    if (!std::isfinite(value))
        return put_special<Result>(first, last, value);
    if (wanted == HEX)
        return put_hex<Result>(first, last, value, -1);
    decimal number = {0, 1, 0};
    if (value != 0)
        number = trimmed(shortest_digits(std::fabs(value)));
    if (chosen(wanted, number) == FIXED)
        return put_fixed<Result>(first, last, number, value);
    return put_scientific<Result>(first, last, number, std::signbit(value));
}

/* As printf with a precision. */
template <typename Result, typename T>
Result print(char *first, char *last, T value, form wanted, int precision)
{
    if (!std::isfinite(value))
        return put_special<Result>(first, last, value);
    if (wanted == HEX)
        return put_hex<Result>(first, last, value, precision);
    const char *formats[] = {"%.*g", "%.*e", "%.*f", "%.*g"};
    return put_printed<Result>(first, last, formats[wanted], precision, value);
}

/* --- Reading --------------------------------------------------------------- */

inline int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

inline bool is_digit(char c, bool is_hex)
{
    return (c >= '0' && c <= '9') || (is_hex && lower(c) >= 'a' && lower(c) <= 'f');
}

inline const char *skip_digits(const char *at, const char *last, bool is_hex)
{
    while (at != last && is_digit(*at, is_hex))
        at++;
    return at;
}

/* Behind this word in either case, or null. */
inline const char *skip_word(const char *at, const char *last, const char *word)
{
    for (; *word; word++, at++) {
        if (at == last || lower(*at) != *word)
            return nullptr;
    }
    return at;
}

/* Behind an exponent, or where there is none. */
inline const char *skip_exponent(const char *at, const char *last, bool is_hex)
{
    const char *next = at;
    if (next == last || lower(*next++) != (is_hex ? 'p' : 'e'))
        return at;
    if (next != last && (*next == '+' || *next == '-'))
        next++;
    const char *end = skip_digits(next, last, false);
    return end == next ? at : end;
}

/* Behind infinity or what is no number, or null. */
inline const char *skip_special(const char *at, const char *last)
{
    if (const char *end = skip_word(at, last, "infinity"))
        return end;
    if (const char *end = skip_word(at, last, "inf"))
        return end;
    const char *end = skip_word(at, last, "nan");
    if (!end || end == last || *end != '(')
        return end;
    const char *close = end + 1;
    while (close != last && (is_digit(*close, false) || *close == '_' ||
                             (lower(*close) >= 'a' && lower(*close) <= 'z')))
        close++;
    return close != last && *close == ')' ? close + 1 : end;
}

/* Behind a number of this form, or null. */
inline const char *skip_number(const char *at, const char *last, form wanted)
{
    bool is_hex = wanted == HEX;
    const char *end = skip_digits(at, last, is_hex);
    bool has_any = end != at;
    if (end != last && *end == '.') {
        const char *fraction = end + 1;
        end = skip_digits(fraction, last, is_hex);
        has_any |= end != fraction;
        if (!has_any)
            return nullptr;
    }
    if (!has_any)
        return nullptr;
    const char *exponent = wanted == FIXED ? end : skip_exponent(end, last, is_hex);
    return wanted == SCIENTIFIC && exponent == end ? nullptr : exponent;
}

template <typename Result, typename T>
Result read(const char *first, const char *last, T &value, form wanted)
{
    bool is_negative = first != last && *first == '-';
    const char *at = first + is_negative;
    const char *end = skip_special(at, last);
    bool is_number = !end;
    if (is_number)
        end = skip_number(at, last, wanted);
    if (!end)
        return {first, std::errc::invalid_argument};
    bool is_hex = wanted == HEX && is_number;
    size_t n = static_cast<size_t>(end - at), front = is_hex ? 2 : 0;
    char text[n + 3];
    memcpy(text, "0x", 2);
    memcpy(text + front, at, n);
    text[front + n] = 0;
    T read = read_back(text, T());
    bool has_digit = false;
    for (const char *s = at; is_number && s != end && lower(*s) != (is_hex ? 'p' : 'e'); s++)
        has_digit |= *s != '0' && *s != '.';
    if (is_number && (std::isinf(read) || (read == 0 && has_digit)))
        return {end, std::errc::result_out_of_range};
    value = is_negative ? -read : read;
    return {end, std::errc()};
}

} // namespace heddle

#endif

/*
 * std::string, and conversions of numbers.
 */
#include <string>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>

template class std::basic_string<char>;
template std::string std::operator+(const char *, const std::string &);

namespace std {
inline namespace __1 {

/* --- Numbers of strings ---------------------------------------------------- */

template <typename T, typename Parse>
static T parsed(const char *function, const string &s, size_t *end, Parse parse)
{
    const char *begin = s.c_str();
    char *stop = nullptr;
    int old = errno;
    errno = 0;
    T value = parse(begin, &stop);
    int error = errno;
    errno = old;
    if (error == ERANGE)
        throw out_of_range(string(function) + ": out of range");
    if (stop == begin)
        throw invalid_argument(string(function) + ": no conversion");
    if (end)
        *end = static_cast<size_t>(stop - begin);
    return value;
}

int stoi(const string &s, size_t *end, int base)
{
    long value =
        parsed<long>("stoi", s, end, [base](const char *p, char **e) { return strtol(p, e, base); });
    if (value < numeric_limits<int>::min() || value > numeric_limits<int>::max())
        throw out_of_range("stoi: out of range");
    return static_cast<int>(value);
}

long stol(const string &s, size_t *end, int base)
{
    return parsed<long>("stol", s, end,
                        [base](const char *p, char **e) { return strtol(p, e, base); });
}

unsigned long stoul(const string &s, size_t *end, int base)
{
    return parsed<unsigned long>("stoul", s, end,
                                 [base](const char *p, char **e) { return strtoul(p, e, base); });
}

long long stoll(const string &s, size_t *end, int base)
{
    return parsed<long long>("stoll", s, end,
                             [base](const char *p, char **e) { return strtoll(p, e, base); });
}

unsigned long long stoull(const string &s, size_t *end, int base)
{
    return parsed<unsigned long long>(
        "stoull", s, end, [base](const char *p, char **e) { return strtoull(p, e, base); });
}

float stof(const string &s, size_t *end)
{
    return parsed<float>("stof", s, end, strtof);
}

double stod(const string &s, size_t *end)
{
    return parsed<double>("stod", s, end, strtod);
}

long double stold(const string &s, size_t *end)
{
    return parsed<long double>("stold", s, end, strtold);
}

/* --- Strings of numbers ---------------------------------------------------- */

template <typename T> static string printed(const char *format, T value)
{
    char text[sizeof(T) > sizeof(double) ? 5000 : 400];
    snprintf(text, sizeof text, format, value);
    return text;
}

string to_string(int value)
{
    return printed("%d", value);
}

string to_string(long value)
{
    return printed("%ld", value);
}

string to_string(long long value)
{
    return printed("%lld", value);
}

string to_string(unsigned value)
{
    return printed("%u", value);
}

string to_string(unsigned long value)
{
    return printed("%lu", value);
}

string to_string(unsigned long long value)
{
    return printed("%llu", value);
}

string to_string(float value)
{
    return printed("%f", static_cast<double>(value));
}

string to_string(double value)
{
    return printed("%f", value);
}

string to_string(long double value)
{
    return printed("%Lf", value);
}

} // namespace __1
} // namespace std

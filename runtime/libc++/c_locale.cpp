/*
 * Functions of the C library that take a locale, of which there is one.
 */
#include <locale>

#include <cctype>
#include <cstdlib>

namespace std {
inline namespace __1 {

/* Macros of <ctype.h> look into it. */
static __locale_struct only;

__attribute__((constructor(101))) static void make()
{
    only.__ctype_b = *__ctype_b_loc();
    only.__ctype_tolower = *__ctype_tolower_loc();
    only.__ctype_toupper = *__ctype_toupper_loc();
}

locale_t __cloc()
{
    return &only;
}

} // namespace __1
} // namespace std

extern "C" {

locale_t uselocale(locale_t)
{
    return std::__cloc();
}

long long strtoll_l(const char *s, char **end, int base, locale_t)
{
    return strtoll(s, end, base);
}

unsigned long long strtoull_l(const char *s, char **end, int base, locale_t)
{
    return strtoull(s, end, base);
}

float strtof_l(const char *s, char **end, locale_t)
{
    return strtof(s, end);
}

double strtod_l(const char *s, char **end, locale_t)
{
    return strtod(s, end);
}

long double strtold_l(const char *s, char **end, locale_t)
{
    return strtold(s, end);
}
}

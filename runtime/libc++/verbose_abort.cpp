/*
 * What the headers call where an assertion of theirs fails.
 */
#include <__verbose_abort>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace std {
inline namespace __1 {

[[noreturn]] void __libcpp_verbose_abort(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    abort();
}

} // namespace __1
} // namespace std

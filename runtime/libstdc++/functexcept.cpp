/*
 * The functions through which the headers throw.
 */
#include <bits/functexcept.h>

#include <cstdarg>
#include <cstdio>
#include <functional>
#include <future>
#include <new>
#include <stdexcept>
#include <system_error>
#include <typeinfo>

namespace std {

void __throw_bad_exception()
{
    throw bad_exception();
}

void __throw_bad_alloc()
{
    throw bad_alloc();
}

void __throw_bad_array_new_length()
{
    throw bad_array_new_length();
}

void __throw_bad_cast()
{
    throw bad_cast();
}

void __throw_bad_typeid()
{
    throw bad_typeid();
}

void __throw_logic_error(const char *what)
{
    throw logic_error(what);
}

void __throw_domain_error(const char *what)
{
    throw domain_error(what);
}

void __throw_invalid_argument(const char *what)
{
    throw invalid_argument(what);
}

void __throw_length_error(const char *what)
{
    throw length_error(what);
}

void __throw_out_of_range(const char *what)
{
    throw out_of_range(what);
}

/* The headers' formats have %s, %zu and %%: all of them short. */
void __throw_out_of_range_fmt(const char *format, ...)
{
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    throw out_of_range(what);
}

void __throw_runtime_error(const char *what)
{
    throw runtime_error(what);
}

void __throw_range_error(const char *what)
{
    throw range_error(what);
}

void __throw_overflow_error(const char *what)
{
    throw overflow_error(what);
}

void __throw_underflow_error(const char *what)
{
    throw underflow_error(what);
}

void __throw_system_error(int code)
{
    throw system_error(error_code(code, generic_category()));
}

void __throw_future_error(int code)
{
    throw future_error(make_error_code(future_errc(code)));
}

void __throw_bad_function_call()
{
    throw bad_function_call();
}

} // namespace std

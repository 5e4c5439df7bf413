//@ verdict: verified
//@ clang: -std=c++17
//@ output: native
//@ symbolic: slow, formatting is long
//
// Floating-point numbers of <charconv>, written in all forms and read again.

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <system_error>

static const std::chars_format formats[] = {std::chars_format::fixed, std::chars_format::scientific,
                                            std::chars_format::general, std::chars_format::hex};

static void show(const char *text, std::to_chars_result result)
{
    std::printf(" %.*s", static_cast<int>(result.ptr - text), text);
}

template <typename T> static void write(T value)
{
    char text[500], *end = text + sizeof text;
    show(text, std::to_chars(text, end, value));
    for (std::chars_format format : formats) {
        show(text, std::to_chars(text, end, value, format));
        for (int precision : {0, 3})
            show(text, std::to_chars(text, end, value, format, precision));
    }
    std::to_chars_result result = std::to_chars(text, text + 4, value);
    std::printf(" %d %d\n", static_cast<int>(result.ptr - text), result.ec == std::errc());
}

#ifndef _LIBCPP_VERSION
template <typename T> static void read(const char *text)
{
    std::printf("%s:", text);
    for (std::chars_format format : formats) {
        T value = 77;
        std::from_chars_result result =
            std::from_chars(text, text + std::strlen(text), value, format);
        std::printf(" %a %d %d", static_cast<double>(value), static_cast<int>(result.ptr - text),
                    static_cast<int>(result.ec));
    }
    std::printf("\n");
}
#endif

int main()
{
    for (double value : {0.0, -1.5, 0.1, 1e5, 1e6, 123456.0, 1e22, 1e23, 123456789012345680000.0,
                         5e-324, 1.7976931348623157e308, 1e-5, std::ldexp(1.0, -44), 1.0 / 3,
                         std::numeric_limits<double>::infinity()}) {
        write(value);
        write(static_cast<float>(value));
    }
    write(std::ldexp(1.75f, -130));
#ifndef _LIBCPP_VERSION
    for (const char *text : {"", "1", "-1.5", "+1", ".5", "5.", ".", "1e5", "1e+", "1e-3x", "inf",
                             "-Infinity", "nan(x)", "1e400", "1e-400", "1p3", "a.8p-2", "3.5e38"}) {
        read<double>(text);
        read<float>(text);
    }
#endif
}

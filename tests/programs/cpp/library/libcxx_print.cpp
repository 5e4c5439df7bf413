//@ verdict: verified
//@ clang: -stdlib=libc++ -std=c++2b
//@ output: native
//@ symbolic: unknown, snprintf
//
// std::format and std::print, where the library has them in headers.

#include <cstdio>
#include <format>
#include <iterator>
#include <print>
#include <string>

int main()
{
    std::print("{} {:5} {:<5}| {:#x} {:+d}\n", 1, 2, "ab", 255, 7);
    std::println("{1}{0} {2:c} {3:*^9} {4}", 1, 2, 'x', "mid", true);
    std::println("{:.3f} {:e} {}", 3.14159, 1.5, 0.1);
    std::string text;
    std::format_to(std::back_inserter(text), "{:>{}}", "w", 4);
    std::println("{}{}", text, std::formatted_size("{}", 12345));
    try {
        std::string format = "{:d}";
        (void)std::vformat(format, std::make_format_args(format));
    } catch (const std::format_error &) {
        std::puts("an error of the format");
    }
}

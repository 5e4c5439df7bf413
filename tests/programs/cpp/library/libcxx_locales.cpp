//@ verdict: verified
//@ clang: -stdlib=libc++
//@ output: native
//@ properties: default,leak
//@ symbolic: slow, streams
//
// Locales with facets of the user's, which share the rest with the classic one.

#include <iostream>
#include <locale>
#include <sstream>
#include <string>

struct German : std::numpunct<char> {
    char do_thousands_sep() const override
    {
        return '.';
    }
    std::string do_grouping() const override
    {
        return "\3";
    }
    char do_decimal_point() const override
    {
        return ',';
    }
    std::string do_truename() const override
    {
        return "wahr";
    }
};

int main()
{
    {
        std::locale german(std::locale(), new German), copy(german), third(copy, new German);
        std::ostringstream out;
        out.imbue(german);
        out << 1234567 << ' ' << 1234.5 << ' ' << std::boolalpha << true;
        std::cout << out.str() << ' ' << (german == copy) << (german == third) << german.name() << '\n';
        out.imbue(std::locale::classic());
        out.str("");
        out << 1234567 << ' ' << 1234.5 << ' ' << true;
        std::cout << out.str() << '\n';
    }
    std::locale old = std::locale::global(std::locale(std::locale(), new German));
    std::ostringstream global;
    global << 1234567;
    std::cout << global.str() << ' ' << 1234567 << ' ' << std::toupper('a', old)
              << std::isdigit('x', std::locale()) << '\n';
    std::locale::global(old);
}

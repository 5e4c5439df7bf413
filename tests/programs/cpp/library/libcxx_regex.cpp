//@ verdict: verified
//@ clang: -stdlib=libc++ -std=c++17
//@ output: native
//@ symbolic: slow, automata
//
// Regular expressions of LLVM's library, with their errors, and strings of wide characters.

#include <iostream>
#include <regex>
#include <string>

int main()
{
    std::string text = "Foo=12, bar=, baz_2=7";
    std::regex pair("([a-z_]\\w*)=([[:digit:]]*)", std::regex::icase);
    for (std::sregex_iterator i(text.begin(), text.end(), pair), end; i != end; ++i)
        std::cout << (*i)[1] << ':' << (*i)[2] << '@' << i->position() << '\n';
    std::cout << std::regex_replace(text, std::regex("[[:upper:]]"), std::string("<$&>")) << '\n';
    std::cout << std::regex_match("ABC", std::regex("[[:lower:]]+", std::regex::icase)) << '\n';
    for (const char *wrong : {"[", "(", "*", "\\", "a{2", "[[:none:]]", "(a)\\2", "[b-a]"}) {
        try {
            std::regex expression(wrong);
        } catch (const std::regex_error &error) {
            std::cout << error.code() << ' ' << error.what() << '\n';
        }
    }
    std::wstring wide = L"wide " + std::wstring(3, L'x');
    wide.insert(0, L"a ").append(wide, 0, 2);
    std::cout << wide.size() << ' ' << wide.find(L"xx") << ' ' << wide.compare(L"a w") << '\n';
    std::cout << static_cast<double>(std::stold("2.5")) << std::endl;
}

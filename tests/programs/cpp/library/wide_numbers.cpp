//@ verdict: verified
//@ output: native
//@ symbolic: slow, formatting is long
//
// Numbers in strings of wide characters.

#include <cstdio>
#include <cwchar>
#include <stdexcept>
#include <string>

static void print(const std::wstring &s)
{
    for (wchar_t c : s)
        std::putchar(static_cast<char>(c));
    std::putchar(' ');
}

int main()
{
    print(std::to_wstring(-12));
    print(std::to_wstring(34u) + L"!");
    print(std::to_wstring(5000000000l));
    print(std::to_wstring(6.25));
    print(std::to_wstring(0.5f));
    std::size_t end = 0;
    int i = std::stoi(std::wstring(L" 77x"), &end);
    std::printf("%d %zu ", i, end);
    std::printf("%ld %lu %g\n", std::stol(std::wstring(L"-ff"), nullptr, 16),
                std::stoul(std::wstring(L"123")), std::stod(std::wstring(L"1.5e3")));
    try {
        std::stoi(std::wstring(L"\u00e9"));
    } catch (const std::invalid_argument &) {
        std::puts("no number");
    }
    try {
        std::stoi(std::wstring(L"99999999999"));
    } catch (const std::out_of_range &) {
        std::puts("too large");
    }
    wchar_t *stop;
    const wchar_t *text = L"42 and more";
    long value = std::wcstol(text, &stop, 10);
    wchar_t room[8];
    int written = std::swprintf(room, 8, L"%d-%x", 10, 255);
    print(room);
    std::printf("%ld %d %d %d\n", value, static_cast<int>(stop - text), written,
                std::swprintf(room, 3, L"%d", 1234));
}

//@ verdict: verified
//@ output: native
//@ symbolic: slow, formatting is long
//
// Output of all kinds of values, and streams in strings.

#include <cstdint>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

static void numbers()
{
    std::cout << 0 << ' ' << -1 << ' ' << INT64_MIN << ' ' << UINT64_MAX << ' ' << short(-7) << '\n';
    std::cout << std::hex << 255 << ' ' << std::showbase << 255 << ' ' << std::uppercase << 255
              << ' ' << std::oct << 8 << std::dec << std::noshowbase << std::nouppercase << '\n';
    std::cout << 0.0 << ' ' << 1.5 << ' ' << 1e100 << ' ' << 1.0 / 3 << ' ' << 123456789.0 << ' '
              << 1.5f << ' ' << 2.25L << '\n';
    std::cout << std::fixed << 3.14159 << ' ' << std::setprecision(2) << 2.5 << ' '
              << std::scientific << 12345.678 << std::defaultfloat << ' ' << 12345.678 << '\n';
    std::cout << std::showpos << 1 << ' ' << 1.0 << std::noshowpos << ' ' << std::showpoint << 1.0
              << std::noshowpoint << ' ' << true << std::boolalpha << true << false << '\n';
}

static void fields()
{
    std::cout << '[' << std::setw(6) << 42 << '|' << std::left << std::setw(6) << 42 << '|'
              << std::internal << std::setw(6) << -42 << '|' << std::right << std::setfill('*')
              << std::setw(6) << "ab" << '|' << std::setw(2) << "abc" << "]\n";
    std::cout.put('p').write("ut\n", 3);
    std::cout << static_cast<void *>(nullptr) << ' ' << static_cast<const void *>(nullptr) << '\n';
    std::cout << std::string("a string") << std::setw(12) << std::string("at the end") << '\n';
}

static void strings()
{
    std::ostringstream out;
    out << "v=" << 12 << ' ' << 1.25;
    std::cout << out.str() << '\n';
    std::istringstream in("12 abc 3.5 x -7 0x1f true");
    int i, j, k;
    std::string s;
    double d;
    char c;
    bool b;
    in >> i >> s >> d >> c >> j >> std::hex >> k >> std::boolalpha >> b;
    std::cout << i << s << d << c << j << ' ' << k << b << in.eof() << in.fail() << '\n';
    in >> i;
    std::cout << in.fail() << in.bad() << '\n';
    std::istringstream lines("one\ntwo\n\nthree");
    for (std::string line; std::getline(lines, line);)
        std::cout << '<' << line << '>';
    std::cout << '\n';
    std::stringstream both;
    both << 17 << ' ' << 4.5;
    both >> i >> d;
    std::cout << i + d << std::endl;
    std::istringstream wrong("abc 99999999999");
    wrong >> i;
    std::cout << i << wrong.fail();
    wrong.clear();
    wrong >> s >> i;
    std::cout << ' ' << i << wrong.fail() << '\n';
}

int main()
{
    numbers();
    fields();
    strings();
    std::cerr << "to the other stream\n";
    std::clog << "and once more" << std::endl;
}

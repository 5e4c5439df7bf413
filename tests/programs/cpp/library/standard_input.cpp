//@ verdict: verified
//@ output: native
//@ options: --stdin tests/programs/libc/standard_input.txt
//@ symbolic: slow, streams
//
// std::cin, alone and between calls of <cstdio>.

#include <cstdio>
#include <iostream>
#include <string>

int main()
{
    int n;
    std::string word, line;
    std::cin >> n >> word;
    std::cout << n << ' ' << word << ' ' << static_cast<char>(std::cin.peek() + 'A') << '\n';
    std::getline(std::cin, line);
    std::cout << '<' << line << "> " << std::cin.good() << '\n';
    std::cout << static_cast<char>(std::getchar());
    std::cin.putback('S');
    std::getline(std::cin, line);
    std::cout << '<' << line << ">\n";
    std::cin >> std::hex >> n;
    double half;
    std::cin >> half >> word;
    std::cout << n << ' ' << half << ' ' << word << '\n';
    int more = 0;
    while (std::cin >> word)
        more++;
    std::cout << more << word << std::cin.eof() << std::cin.fail() << !std::cin << '\n';
}

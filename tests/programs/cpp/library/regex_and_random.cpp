//@ verdict: verified
//@ output: native
//@ symbolic: slow, automata
//
// Templates that lean on the library: regular expressions, engines of random numbers, memory
// resources.

#include <iostream>
#include <memory_resource>
#include <random>
#include <regex>
#include <string>
#include <vector>

int main()
{
    std::regex date("(\\d+)-(\\d+)");
    std::smatch match;
    std::string text = "on 12-24";
    if (std::regex_search(text, match, date))
        std::cout << match[1] << ' ' << match[2] << '\n';
    try {
        std::regex wrong("(");
    } catch (const std::regex_error &error) {
        std::cout << error.what() << '\n';
    }
    std::mt19937 engine(7);
    std::uniform_int_distribution<int> dice(1, 6);
    for (int i = 0; i < 5; i++)
        std::cout << dice(engine) << ' ';
    char buffer[256];
    std::pmr::monotonic_buffer_resource memory(buffer, sizeof buffer);
    std::pmr::vector<std::pmr::string> words(&memory);
    words.push_back("a string that is longer than fifteen");
    words.push_back("short");
    std::cout << words[0] << ' ' << words.size() << std::endl;
}

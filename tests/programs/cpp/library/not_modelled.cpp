//@ verdict: unknown
//@ reason: no model of: std::filesystem::
//@ clang: -std=c++17
//@ symbolic: slow, paths
//
// What heddle lacks of the library is refused by its name.

#include <filesystem>

int main()
{
    return std::filesystem::exists("a file");
}

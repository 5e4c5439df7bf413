//@ verdict: verified
//@ clang: -std=c++20 -O2
//@ output: native
//
// The optimizer computes the end of the last part as an address plus one minus another: the number
// in between is no address of the object's.

#include <cstdio>
#include <ranges>
#include <string_view>

int main()
{
    for (auto part : std::views::split(std::string_view("a,bcd,ef"), ','))
        std::printf("%.*s %d\n", (int)part.size(), part.data(), (int)(part.end() - part.begin()));
}

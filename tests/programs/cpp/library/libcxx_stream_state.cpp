//@ verdict: verified
//@ clang: -stdlib=libc++ -std=c++17
//@ output: native
//@ properties: default,leak
//@ symbolic: slow, streams
//
// Streams of LLVM's library that are moved and swapped, their formats, and words that users add.

#include <cstdio>
#include <iomanip>
#include <ios>
#include <sstream>
#include <string>
#include <utility>

static int word;

static void changed(std::ios_base::event event, std::ios_base &stream, int index)
{
    std::printf("event %d of %ld, %d\n", (int)event, stream.iword(word), index);
}

int main()
{
    word = std::ios_base::xalloc();
    std::ostringstream first;
    first << std::hex << std::setw(6) << std::setfill('.') << 255;
    first.iword(word) = 7;
    first.pword(word) = &word;
    std::ostringstream second(std::move(first));
    second << ' ' << 16;
    std::printf("%s %ld %d\n", second.str().c_str(), second.iword(word), second.pword(word) == &word);
    first.str("");
    first << 10 << std::dec;
    std::swap(first, second);
    second << ' ' << 31;
    std::printf("%s, %s\n", first.str().c_str(), second.str().c_str());
    std::istringstream numbers("12 x"), others;
    int i = 0;
    numbers >> i >> i;
    others = std::move(numbers);
    std::printf("%d %d %d\n", i, others.fail(), others.good());
    first.register_callback(changed, 3);
    first.iword(word) = 9;
    std::ostringstream third;
    third.copyfmt(first);
    third << 255;
    std::printf("%s %ld %c\n", third.str().c_str(), third.iword(word), third.fill());
}

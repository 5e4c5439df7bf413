//@ verdict: verified
//@ clang: -stdlib=libc++
//@ output: native
//
// Of LLVM's library, exceptions only, whose names for the linker are those of GCC's.

#include <cstdio>
#include <stdexcept>

int main()
{
    try {
        throw std::runtime_error("thrown");
    } catch (const std::exception &e) {
        std::puts(e.what());
    }
}

//@ verdict: verified
//@ clang: -stdlib=libc++ -std=c++17
//@ output: native
//@ symbolic: slow, formatting is long
//
// The same with LLVM's library, as far as it has it.

#include "charconv.cpp"

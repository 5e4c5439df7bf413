//@ verdict: verified
//@ clang: -stdlib=libc++
//@ output: native
//@ symbolic: slow, formatting is long
//
// wide_numbers.cpp with the library of LLVM.

#include "wide_numbers.cpp"

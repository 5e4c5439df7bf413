//@ verdict: verified
//@ clang: -stdlib=libc++
//@ output: native
//@ properties: default,leak
//@ symbolic: slow, streams
//
// dates.cpp with the library of LLVM.

#include "dates.cpp"

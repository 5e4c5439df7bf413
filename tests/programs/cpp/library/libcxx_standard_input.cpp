//@ verdict: verified
//@ clang: -stdlib=libc++
//@ output: native
//@ options: --stdin tests/programs/libc/standard_input.txt
//@ symbolic: slow, streams
//
// The same with LLVM's library.

#include "standard_input.cpp"

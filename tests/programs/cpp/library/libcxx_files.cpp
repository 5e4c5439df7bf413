//@ verdict: verified
//@ clang: -stdlib=libc++
//@ output: native
//@ symbolic: slow, streams
//
// The same with LLVM's library.

#include "files.cpp"

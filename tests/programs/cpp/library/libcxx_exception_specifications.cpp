//@ verdict: verified
//@ clang: -stdlib=libc++ -std=c++14 -Wno-deprecated -Wno-dynamic-exception-spec
//@ output: native
//@ properties: default,leak
//
// exception_specifications.cpp with LLVM's library.

#include "../exception_specifications.cpp"

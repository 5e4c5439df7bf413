//@ verdict: verified
//@ clang: -stdlib=libc++ -std=c++20
//@ properties: default,data-race
//@ symbolic: slow, lists of waiters
//
// The same with LLVM's library.

#include "atomic_wait.cpp"

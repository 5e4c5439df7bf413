//@ verdict: verified
//@ output: native
//@ clang: -std=c++20 -O2
//
// coroutines.cpp at -O2.

#include "coroutines.cpp"

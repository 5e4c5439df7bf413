//@ verdict: verified
//@ output: native
//@ clang: -O3
//
// exceptions.cpp at -O3.

#include "exceptions.cpp"

//@ verdict: verified
//@ output: native
//@ clang: -O2
//
// exceptions.cpp at -O2.

#include "exceptions.cpp"

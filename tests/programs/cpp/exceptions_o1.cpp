//@ verdict: verified
//@ output: native
//@ clang: -O1
//
// exceptions.cpp at -O1.

#include "exceptions.cpp"

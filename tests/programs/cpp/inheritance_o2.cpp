//@ verdict: verified
//@ output: native
//@ clang: -O2
//
// inheritance.cpp at -O2.

#include "inheritance.cpp"

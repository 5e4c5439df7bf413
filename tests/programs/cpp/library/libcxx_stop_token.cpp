//@ verdict: verified
//@ clang: -stdlib=libc++ -std=c++20 -fexperimental-library
//@ symbolic: slow, shared states
//
// The same with LLVM's library, in which threads that join are an experiment.

#include "stop_token.cpp"

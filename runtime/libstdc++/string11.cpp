/*
 * The same as string.cpp for programs in C++11 and C++14, where some members are no templates yet.
 */
// clang: -std=gnu++11
#include "string.inc"

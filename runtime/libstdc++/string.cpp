/*
 * std::string: all members of the class template, and the operators that its headers declare
 * as instantiated elsewhere.
 *
 * What reads from streams and writes to them is in string_io.cpp.
 */
// clang: -std=gnu++17
#include "string.inc"

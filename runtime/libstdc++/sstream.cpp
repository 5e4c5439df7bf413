/*
 * Streams in strings, as they are up to C++17.
 */
// clang: -std=gnu++17
#include "sstream.inc"

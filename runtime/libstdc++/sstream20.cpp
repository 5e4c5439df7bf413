/*
 * Streams in strings, as they are from C++20 on: some of their members have other names for the
 * linker.
 */
#include "sstream.inc"

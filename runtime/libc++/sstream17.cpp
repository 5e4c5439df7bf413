/*
 * Streams in strings as they are up to C++17, where some of their members have other names for
 * the linker.
 */
// clang: -std=gnu++17
#include <sstream>

template class std::basic_stringbuf<char>;
template class std::basic_istringstream<char>;
template class std::basic_ostringstream<char>;
template class std::basic_stringstream<char>;

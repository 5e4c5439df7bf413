/*
 * std::cin.
 *
 * It reads standard input as <stdio.h> does, a character at a time. It is made before any
 * constructor of the program's runs, and never destroyed.
 */
#include <ext/stdio_sync_filebuf.h>
#include <istream>
#include <new>
#include <ostream>

template class __gnu_cxx::stdio_sync_filebuf<char>;

namespace std {

alignas(istream) char cin[sizeof(istream)];

using buffer_type = __gnu_cxx::stdio_sync_filebuf<char>;
alignas(buffer_type) static char buffer[sizeof(buffer_type)];

extern ostream out __asm__("_ZSt4cout");

__attribute__((constructor(103))) static void make()
{
    istream *stream = new (cin) istream(new (buffer) buffer_type(stdin));
    stream->tie(&out);
}

} // namespace std

/*
 * std::cerr.
 *
 * It is made before any constructor of the program's runs, and never destroyed.
 */
#include <new>
#include <ostream>

#include "streams.h"

namespace std {

alignas(ostream) char cerr[sizeof(ostream)];

__attribute__((constructor(103))) static void make()
{
    ostream *stream = new (cerr) ostream(heddle::make_buffer(1, 2));
    stream->setf(ios_base::unitbuf);
}

} // namespace std

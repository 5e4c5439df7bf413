/*
 * std::cerr.
 *
 * It is made before any constructor of the program's runs, and never destroyed.
 */
#include <new>
#include <ostream>

#include "streams.h"

namespace std {
inline namespace __1 {

alignas(ostream) char cerr[sizeof(ostream)];
alignas(heddle::output_buffer) static char buffer[sizeof(heddle::output_buffer)];

__attribute__((constructor(103))) static void make()
{
    ostream *stream = new (cerr) ostream(new (buffer) heddle::output_buffer(2));
    stream->setf(ios_base::unitbuf);
}

} // namespace __1
} // namespace std

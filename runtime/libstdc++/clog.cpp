/*
 * std::clog.
 *
 * It is made before any constructor of the program's runs, and never destroyed.
 */
#include <new>
#include <ostream>

#include "streams.h"

namespace std {

alignas(ostream) char clog[sizeof(ostream)];

__attribute__((constructor(103))) static void make()
{
    new (clog) ostream(heddle::make_buffer(2, 2));
}

} // namespace std

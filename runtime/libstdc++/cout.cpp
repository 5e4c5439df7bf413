/*
 * std::cout.
 *
 * It is made before any constructor of the program's runs, and never destroyed.
 */
#include <new>
#include <ostream>

#include "streams.h"

namespace std {

alignas(ostream) char cout[sizeof(ostream)];

__attribute__((constructor(103))) static void make()
{
    new (cout) ostream(heddle::make_buffer(0, 1));
}

} // namespace std

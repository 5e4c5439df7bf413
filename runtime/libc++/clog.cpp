/*
 * std::clog.
 *
 * It is made before any constructor of the program's runs, and never destroyed.
 */
#include <new>
#include <ostream>

#include "streams.h"

namespace std {
inline namespace __1 {

alignas(ostream) char clog[sizeof(ostream)];
alignas(heddle::output_buffer) static char buffer[sizeof(heddle::output_buffer)];

__attribute__((constructor(103))) static void make()
{
    new (clog) ostream(new (buffer) heddle::output_buffer(2));
}

} // namespace __1
} // namespace std

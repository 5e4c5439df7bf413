/*
 * What headers call when there is no memory.
 */
#include <new>

namespace std {

void __throw_bad_alloc()
{
    throw bad_alloc();
}

} // namespace std

/*
 * The order of strings in the C locale, that of their bytes.
 */
#include "locale.h"

namespace std {
inline namespace __1 {

template class collate<char>;

static heddle::room<heddle::lasting<collate<char>>> room;

__attribute__((constructor(102))) static void make()
{
    heddle::add(room);
}

} // namespace __1
} // namespace std

/*
 * The order of strings in the C locale, that of their bytes.
 */
#include "locale.h"

#include <cstring>

namespace std {

template <> int collate<char>::_M_compare(const char *a, const char *b) const noexcept
{
    int order = strcmp(a, b);
    return (order > 0) - (order < 0);
}

/* As strxfrm: how long the result is, and as much of it as there is room for. */
template <> size_t collate<char>::_M_transform(char *to, const char *from, size_t n) const noexcept
{
    size_t length = strlen(from);
    if (n > 0) {
        size_t copied = length < n ? length : n - 1;
        memcpy(to, from, copied);
        to[copied] = 0;
    }
    return length;
}

template class collate<char>;

static heddle::room<collate<char>> room;

__attribute__((constructor(102))) static void make()
{
    heddle::add(room);
}

} // namespace std

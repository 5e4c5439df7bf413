/*
 * std::ctype<char>: kinds of characters, as <ctype.h> has them.
 */
#include "locale.h"

#include <ctype.h>

namespace std {
inline namespace __1 {

constinit locale::id ctype<char>::id;
const size_t ctype<char>::table_size;

const ctype_base::mask *ctype<char>::classic_table() noexcept
{
    return *__ctype_b_loc();
}

const int *ctype<char>::__classic_upper_table() noexcept
{
    return *__ctype_toupper_loc();
}

const int *ctype<char>::__classic_lower_table() noexcept
{
    return *__ctype_tolower_loc();
}

ctype<char>::ctype(const mask *table, bool is_owned, size_t references)
    : locale::facet(references), __tab_(table ? table : classic_table()),
      __del_(table && is_owned)
{
}

ctype<char>::~ctype()
{
    if (__del_)
        delete[] __tab_;
}

char ctype<char>::do_toupper(char c) const
{
    return static_cast<char>(__classic_upper_table()[static_cast<unsigned char>(c)]);
}

const char *ctype<char>::do_toupper(char *from, const char *to) const
{
    for (; from < to; ++from)
        *from = do_toupper(*from);
    return to;
}

char ctype<char>::do_tolower(char c) const
{
    return static_cast<char>(__classic_lower_table()[static_cast<unsigned char>(c)]);
}

const char *ctype<char>::do_tolower(char *from, const char *to) const
{
    for (; from < to; ++from)
        *from = do_tolower(*from);
    return to;
}

char ctype<char>::do_widen(char c) const
{
    return c;
}

const char *ctype<char>::do_widen(const char *from, const char *to, char *into) const
{
    for (; from != to; ++from, ++into)
        *into = *from;
    return to;
}

char ctype<char>::do_narrow(char c, char other) const
{
    return isascii(c) ? c : other;
}

const char *ctype<char>::do_narrow(const char *from, const char *to, char other, char *into) const
{
    for (; from != to; ++from, ++into)
        *into = do_narrow(*from, other);
    return to;
}

static heddle::room<heddle::lasting<ctype<char>>> room;

__attribute__((constructor(102))) static void make()
{
    heddle::add(room);
}

} // namespace __1
} // namespace std

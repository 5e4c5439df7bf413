/*
 * std::ctype<char>: kinds of characters, as <ctype.h> has them.
 */
#include "locale.h"

#include <cctype>

namespace std {

locale::id ctype<char>::id;
const size_t ctype<char>::table_size;

const ctype_base::mask ctype_base::upper;
const ctype_base::mask ctype_base::lower;
const ctype_base::mask ctype_base::alpha;
const ctype_base::mask ctype_base::digit;
const ctype_base::mask ctype_base::xdigit;
const ctype_base::mask ctype_base::space;
const ctype_base::mask ctype_base::print;
const ctype_base::mask ctype_base::graph;
const ctype_base::mask ctype_base::cntrl;
const ctype_base::mask ctype_base::punct;
const ctype_base::mask ctype_base::alnum;
const ctype_base::mask ctype_base::blank;

const ctype_base::mask *ctype<char>::classic_table() noexcept
{
    return *__ctype_b_loc();
}

/* What the header fills in as it is used is filled in here: then it never changes. */
ctype<char>::ctype(const mask *table, bool is_owned, size_t references)
    : facet(references), _M_c_locale_ctype(), _M_del(table && is_owned),
      _M_toupper(*__ctype_toupper_loc()), _M_tolower(*__ctype_tolower_loc()),
      _M_table(table ? table : classic_table()), _M_widen_ok(0), _M_narrow_ok(0)
{
    _M_widen_init();
    _M_narrow_init();
}

ctype<char>::ctype(__c_locale, const mask *table, bool is_owned, size_t references)
    : ctype(table, is_owned, references)
{
}

ctype<char>::~ctype()
{
    if (_M_del)
        delete[] table();
}

void ctype<char>::_M_widen_init() const
{
    for (size_t i = 0; i < sizeof _M_widen; ++i)
        _M_widen[i] = static_cast<char>(i);
    _M_widen_ok = 1;
}

void ctype<char>::_M_narrow_init() const
{
    for (size_t i = 0; i < sizeof _M_narrow; ++i)
        _M_narrow[i] = static_cast<char>(i);
    _M_narrow_ok = 1;
}

char ctype<char>::do_toupper(char c) const
{
    return static_cast<char>(_M_toupper[static_cast<unsigned char>(c)]);
}

const char *ctype<char>::do_toupper(char *from, const char *to) const
{
    for (; from < to; ++from)
        *from = do_toupper(*from);
    return to;
}

char ctype<char>::do_tolower(char c) const
{
    return static_cast<char>(_M_tolower[static_cast<unsigned char>(c)]);
}

const char *ctype<char>::do_tolower(char *from, const char *to) const
{
    for (; from < to; ++from)
        *from = do_tolower(*from);
    return to;
}

static heddle::room<ctype<char>> room;

__attribute__((constructor(102))) static void make()
{
    heddle::add(room, static_cast<const ctype_base::mask *>(nullptr), false);
}

} // namespace std

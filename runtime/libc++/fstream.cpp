/*
 * Streams on files: the templates, and how characters of a file are converted, which they are not.
 */
#include <fstream>

#include "locale.h"

namespace std {
inline namespace __1 {

using converter = codecvt<char, char, mbstate_t>;

constinit locale::id converter::id;

converter::~codecvt() {}

/* Whoever asks is told that there is nothing to convert. */
codecvt_base::result converter::do_out(mbstate_t &, const char *from, const char *,
                                       const char *&from_next, char *to, char *,
                                       char *&to_next) const
{
    from_next = from;
    to_next = to;
    return noconv;
}

codecvt_base::result converter::do_in(mbstate_t &, const char *from, const char *,
                                      const char *&from_next, char *to, char *,
                                      char *&to_next) const
{
    from_next = from;
    to_next = to;
    return noconv;
}

codecvt_base::result converter::do_unshift(mbstate_t &, char *to, char *, char *&to_next) const
{
    to_next = to;
    return noconv;
}

int converter::do_encoding() const noexcept
{
    return 1;
}

bool converter::do_always_noconv() const noexcept
{
    return true;
}

int converter::do_length(mbstate_t &, const char *from, const char *end, size_t most) const
{
    size_t n = static_cast<size_t>(end - from);
    return static_cast<int>(n < most ? n : most);
}

int converter::do_max_length() const noexcept
{
    return 1;
}

static heddle::room<heddle::lasting<converter>> room;

__attribute__((constructor(102))) static void make()
{
    heddle::add(room);
}

template class basic_filebuf<char>;
template class basic_ifstream<char>;
template class basic_ofstream<char>;
template class basic_fstream<char>;

} // namespace __1
} // namespace std

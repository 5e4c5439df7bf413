/*
 * Output streams.
 *
 * The functions that write are specialized here, so that each is one step on a standard stream;
 * all else comes from the headers. These say of their templates that they are instantiated
 * elsewhere, after which they cannot be specialized any more: of some they must not say it here.
 */
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include <bits/ostream_insert.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 1
#include <ios>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include <ostream>

#include "streams.h"

namespace std {

/* Calls `write` if the stream is ready, with the states that it returns as a result. */
template <typename Write> static ostream &output(ostream &out, Write write)
{
    ostream::sentry ready(out);
    if (ready) {
        ios_base::iostate state = ios_base::goodbit;
        try {
            state = write();
        } catch (...) {
            out._M_setstate(ios_base::badbit);
        }
        if (state)
            out.setstate(state);
    }
    return out;
}

static ios_base::iostate bad_unless(bool is_good)
{
    return is_good ? ios_base::goodbit : ios_base::badbit;
}

/* --- Numbers --------------------------------------------------------------- */

template <typename T> static ostream &insert(ostream &out, T value)
{
    heddle::step step(out.rdbuf());
    return output(out, [&] {
        const num_put<char> &format = use_facet<num_put<char>>(out.getloc());
        return bad_unless(!format.put(out, out, out.fill(), value).failed());
    });
}

#define INSERT(type)                                                                              \
    template <> template <> ostream &ostream::_M_insert(type value)                               \
    {                                                                                              \
        return insert(*this, value);                                                               \
    }

INSERT(bool)
INSERT(long)
INSERT(unsigned long)
INSERT(long long)
INSERT(unsigned long long)
INSERT(double)
INSERT(long double)
INSERT(const void *)

/* --- Characters ------------------------------------------------------------ */

template <> ostream &ostream::put(char c)
{
    heddle::step step(rdbuf());
    return output(*this, [&] {
        int_type written = rdbuf()->sputc(c);
        return bad_unless(!traits_type::eq_int_type(written, traits_type::eof()));
    });
}

template <> ostream &ostream::write(const char *s, streamsize n)
{
    char copy[n > 0 ? n : 1];
    __builtin_memcpy(copy, s, static_cast<size_t>(n));
    heddle::step step(rdbuf());
    return output(*this, [&] { return bad_unless(rdbuf()->sputn(copy, n) == n); });
}

static bool fill(ostream &out, streamsize n)
{
    char c = out.fill();
    while (n-- > 0) {
        if (char_traits<char>::eq_int_type(out.rdbuf()->sputc(c), char_traits<char>::eof()))
            return false;
    }
    return true;
}

template <> ostream &__ostream_insert(ostream &out, const char *s, streamsize n)
{
    char copy[n > 0 ? n : 1];
    __builtin_memcpy(copy, s, static_cast<size_t>(n));
    heddle::step step(out.rdbuf());
    return output(out, [&] {
        streamsize missing = out.width() > n ? out.width() - n : 0;
        bool is_left = (out.flags() & ios_base::adjustfield) == ios_base::left;
        bool is_good = (is_left || fill(out, missing)) && out.rdbuf()->sputn(copy, n) == n &&
                       (!is_left || fill(out, missing));
        out.width(0);
        return bad_unless(is_good);
    });
}

/* --- All else -------------------------------------------------------------- */

template class basic_ostream<char>;
template ostream &endl(ostream &);
template ostream &ends(ostream &);
template ostream &flush(ostream &);
template ostream &operator<<(ostream &, char);
template ostream &operator<<(ostream &, unsigned char);
template ostream &operator<<(ostream &, signed char);
template ostream &operator<<(ostream &, const char *);
template ostream &operator<<(ostream &, const unsigned char *);
template ostream &operator<<(ostream &, const signed char *);

} // namespace std

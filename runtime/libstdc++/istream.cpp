/*
 * Input streams.
 */
#include <ostream>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include <istream>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 1
#include <locale>

namespace std {

using traits = char_traits<char>;

/* Calls `read` if the stream is ready, with the states that it returns as a result. */
template <typename Read> static istream &input(istream &in, bool keeps_space, Read read)
{
    istream::sentry ready(in, keeps_space);
    if (ready) {
        ios_base::iostate state = ios_base::goodbit;
        try {
            state = read();
        } catch (...) {
            in._M_setstate(ios_base::badbit);
        }
        if (state)
            in.setstate(state);
    }
    return in;
}

static bool is_end(traits::int_type c)
{
    return traits::eq_int_type(c, traits::eof());
}

/* The members that the headers only declare for char. */

template <> istream &istream::getline(char *s, streamsize n, char end)
{
    _M_gcount = 0;
    bool is_stored = false;
    input(*this, true, [&] {
        ios_base::iostate state = goodbit;
        streambuf *from = rdbuf();
        streamsize stored = 0;
        traits::int_type c = from->sgetc();
        while (stored + 1 < n && !is_end(c) && traits::to_char_type(c) != end) {
            s[stored++] = traits::to_char_type(c);
            c = from->snextc();
        }
        _M_gcount = stored;
        if (is_end(c)) {
            state |= eofbit;
        } else if (traits::to_char_type(c) == end) {
            ++_M_gcount;
            from->sbumpc();
        } else {
            state |= failbit;
        }
        if (n > 0)
            s[stored] = 0;
        is_stored = true;
        return _M_gcount ? state : state | failbit;
    });
    if (!is_stored && n > 0)
        *s = 0;
    if (!is_stored)
        setstate(failbit);
    return *this;
}

template <> istream &istream::ignore(streamsize n, int_type end)
{
    _M_gcount = 0;
    return input(*this, true, [&] {
        bool is_unlimited = n == __gnu_cxx::__numeric_traits<streamsize>::__max;
        while (is_unlimited || _M_gcount < n) {
            traits::int_type c = rdbuf()->sbumpc();
            if (is_end(c))
                return eofbit;
            ++_M_gcount;
            if (traits::eq_int_type(c, end))
                break;
        }
        return goodbit;
    });
}

template <> istream &istream::ignore(streamsize n)
{
    return ignore(n, traits::eof());
}

template <> void __istream_extract(istream &in, char *s, streamsize n)
{
    bool has_any = false;
    input(in, false, [&] {
        ios_base::iostate state = ios_base::goodbit;
        streamsize most = in.width() > 0 && in.width() < n ? in.width() : n;
        const ctype<char> &kinds = use_facet<ctype<char>>(in.getloc());
        streamsize stored = 0;
        traits::int_type c = in.rdbuf()->sgetc();
        while (stored + 1 < most && !is_end(c) &&
               !kinds.is(ctype_base::space, traits::to_char_type(c))) {
            s[stored++] = traits::to_char_type(c);
            c = in.rdbuf()->snextc();
        }
        if (stored + 1 < most && is_end(c))
            state |= ios_base::eofbit;
        s[stored] = 0;
        in.width(0);
        has_any = stored > 0;
        return state;
    });
    if (!has_any)
        in.setstate(ios_base::failbit);
}

template class basic_istream<char>;
template class basic_iostream<char>;
template istream &ws(istream &);
template istream &operator>>(istream &, char &);
template istream &operator>>(istream &, unsigned char &);
template istream &operator>>(istream &, signed char &);
template istream &istream::_M_extract(unsigned short &);
template istream &istream::_M_extract(unsigned int &);
template istream &istream::_M_extract(long &);
template istream &istream::_M_extract(unsigned long &);
template istream &istream::_M_extract(bool &);
template istream &istream::_M_extract(long long &);
template istream &istream::_M_extract(unsigned long long &);
template istream &istream::_M_extract(float &);
template istream &istream::_M_extract(double &);
template istream &istream::_M_extract(long double &);
template istream &istream::_M_extract(void *&);

} // namespace std

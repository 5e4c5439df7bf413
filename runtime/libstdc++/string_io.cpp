/*
 * Strings that are read from streams and written to them.
 */
#include <istream>
#include <locale>
#include <ostream>
#include <string>

template std::ostream &std::operator<<(std::ostream &, const std::string &);
template std::istream &std::getline(std::istream &, std::string &);

namespace std {

using traits = char_traits<char>;

/* Characters up to white space, at most as many as the stream's width says. */
template <> istream &operator>>(istream &in, string &s)
{
    ios_base::iostate state = ios_base::goodbit;
    size_t count = 0;
    istream::sentry ready(in, false);
    if (ready) {
        try {
            s.erase();
            size_t most = in.width() > 0 ? static_cast<size_t>(in.width()) : s.max_size();
            const ctype<char> &kinds = use_facet<ctype<char>>(in.getloc());
            traits::int_type c = in.rdbuf()->sgetc();
            while (count < most && !traits::eq_int_type(c, traits::eof()) &&
                   !kinds.is(ctype_base::space, traits::to_char_type(c))) {
                s += traits::to_char_type(c);
                ++count;
                c = in.rdbuf()->snextc();
            }
            if (count < most && traits::eq_int_type(c, traits::eof()))
                state |= ios_base::eofbit;
            in.width(0);
        } catch (...) {
            in._M_setstate(ios_base::badbit);
        }
    }
    if (count == 0)
        state |= ios_base::failbit;
    if (state)
        in.setstate(state);
    return in;
}

template <> istream &getline(istream &in, string &s, char end)
{
    ios_base::iostate state = ios_base::goodbit;
    bool has_any = false;
    istream::sentry ready(in, true);
    if (ready) {
        try {
            s.erase();
            for (traits::int_type c = in.rdbuf()->sgetc();; c = in.rdbuf()->snextc()) {
                if (traits::eq_int_type(c, traits::eof())) {
                    state |= ios_base::eofbit;
                    break;
                }
                has_any = true;
                if (traits::to_char_type(c) == end) {
                    in.rdbuf()->sbumpc();
                    break;
                }
                if (s.size() == s.max_size()) {
                    state |= ios_base::failbit;
                    break;
                }
                s += traits::to_char_type(c);
            }
        } catch (...) {
            in._M_setstate(ios_base::badbit);
        }
    }
    if (!has_any)
        state |= ios_base::failbit;
    if (state)
        in.setstate(state);
    return in;
}

} // namespace std

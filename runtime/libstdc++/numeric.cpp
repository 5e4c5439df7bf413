/*
 * Numbers in streams: std::numpunct, std::num_put and std::num_get for char.
 */
#include "locale.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace std {

const char *__num_base::_S_atoms_out = "-+xX0123456789abcdef0123456789ABCDEF";
const char *__num_base::_S_atoms_in = "-+xX0123456789abcdefABCDEF";

/* --- Output ---------------------------------------------------------------- */

/* The format of printf for a floating-point number, of which the precision is an argument. */
void __num_base::_S_format_float(const ios_base &stream, char *format, char modifier) noexcept
{
    ios_base::fmtflags flags = stream.flags();
    ios_base::fmtflags field = flags & ios_base::floatfield;
    bool is_upper = flags & ios_base::uppercase;
    *format++ = '%';
    if (flags & ios_base::showpos)
        *format++ = '+';
    if (flags & ios_base::showpoint)
        *format++ = '#';
    /* Hexadecimal numbers have all their digits. */
    if (field != (ios_base::fixed | ios_base::scientific)) {
        *format++ = '.';
        *format++ = '*';
    }
    if (modifier)
        *format++ = modifier;
    if (field == ios_base::fixed)
        *format++ = is_upper ? 'F' : 'f';
    else if (field == ios_base::scientific)
        *format++ = is_upper ? 'E' : 'e';
    else if (field == (ios_base::fixed | ios_base::scientific))
        *format++ = is_upper ? 'A' : 'a';
    else
        *format++ = is_upper ? 'G' : 'g';
    *format = 0;
}

/* --- Input ----------------------------------------------------------------- */

/* What is no number is 0 and a failure; what is too large is the largest there is, and one. */
template <typename T, typename Parse>
static void parse(const char *s, T &value, ios_base::iostate &state, Parse parse)
{
    char *end;
    value = parse(s, &end);
    if (end == s || *end) {
        value = 0;
        state = ios_base::failbit;
    } else if (value == numeric_limits<T>::infinity()) {
        value = numeric_limits<T>::max();
        state = ios_base::failbit;
    } else if (value == -numeric_limits<T>::infinity()) {
        value = -numeric_limits<T>::max();
        state = ios_base::failbit;
    }
}

template <>
void __convert_to_v(const char *s, float &v, ios_base::iostate &state, const __c_locale &) noexcept
{
    parse(s, v, state, strtof);
}

template <>
void __convert_to_v(const char *s, double &v, ios_base::iostate &state,
                    const __c_locale &) noexcept
{
    parse(s, v, state, strtod);
}

template <>
void __convert_to_v(const char *s, long double &v, ios_base::iostate &state,
                    const __c_locale &) noexcept
{
    parse(s, v, state, strtold);
}

/* Do the sizes of groups that were read, first to last, agree with those of a locale? */
bool __verify_grouping(const char *grouping, size_t size, const string &read) noexcept
{
    size_t last = read.size() - 1;
    size_t rule = 0;
    for (size_t i = last; i > 0; --i) {
        if (read[i] != grouping[rule])
            return false;
        if (rule + 1 < size)
            ++rule;
    }
    signed char most = static_cast<signed char>(grouping[rule]);
    bool is_limited = most > 0 && grouping[rule] != numeric_limits<char>::max();
    return !is_limited || read[0] <= grouping[rule];
}

/* --- Punctuation ----------------------------------------------------------- */

template <> void numpunct<char>::_M_initialize_numpunct(__c_locale)
{
    if (!_M_data)
        _M_data = new __numpunct_cache<char>;
    _M_data->_M_grouping = "";
    _M_data->_M_grouping_size = 0;
    _M_data->_M_use_grouping = false;
    _M_data->_M_decimal_point = '.';
    _M_data->_M_thousands_sep = ',';
    _M_data->_M_truename = "true";
    _M_data->_M_truename_size = 4;
    _M_data->_M_falsename = "false";
    _M_data->_M_falsename_size = 5;
    memcpy(_M_data->_M_atoms_out, __num_base::_S_atoms_out, __num_base::_S_oend);
    memcpy(_M_data->_M_atoms_in, __num_base::_S_atoms_in, __num_base::_S_iend);
}

template <> numpunct<char>::~numpunct()
{
    delete _M_data;
}

template class numpunct<char>;
template class num_put<char>;
template class num_get<char>;

/* --- The facets of the classic locale -------------------------------------- */

static heddle::room<__numpunct_cache<char>> cache;
static heddle::room<numpunct<char>> punctuation;
static heddle::room<num_put<char>> output;
static heddle::room<num_get<char>> input;

__attribute__((constructor(102))) static void make()
{
    new (&cache.object) __numpunct_cache<char>(1);
    heddle::add(punctuation, &cache.object);
    heddle::add(output);
    heddle::add(input);
    __use_cache<heddle::classic>::add_cache(numpunct<char>::id, &cache.object);
}

} // namespace std

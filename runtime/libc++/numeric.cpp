/*
 * Numbers in streams: std::numpunct, std::num_put and std::num_get for char.
 */
#include "locale.h"

#include <cstring>

namespace std {
inline namespace __1 {

/* --- Punctuation ----------------------------------------------------------- */

constinit locale::id numpunct<char>::id;

numpunct<char>::numpunct(size_t references)
    : locale::facet(references), __decimal_point_('.'), __thousands_sep_(',')
{
}

numpunct<char>::~numpunct() {}

char numpunct<char>::do_decimal_point() const
{
    return __decimal_point_;
}

char numpunct<char>::do_thousands_sep() const
{
    return __thousands_sep_;
}

string numpunct<char>::do_grouping() const
{
    return __grouping_;
}

string numpunct<char>::do_truename() const
{
    return "true";
}

string numpunct<char>::do_falsename() const
{
    return "false";
}

/* --- Output ---------------------------------------------------------------- */

/* The format of printf for an integer, after the percent sign. */
void __num_put_base::__format_int(char *format, const char *length, bool is_signed,
                                  ios_base::fmtflags flags)
{
    ios_base::fmtflags base = flags & ios_base::basefield;
    bool is_decimal = base != ios_base::oct && base != ios_base::hex;
    if ((flags & ios_base::showpos) && is_decimal && is_signed)
        *format++ = '+';
    if (flags & ios_base::showbase)
        *format++ = '#';
    while (*length)
        *format++ = *length++;
    if (base == ios_base::oct)
        *format = 'o';
    else if (base == ios_base::hex)
        *format = flags & ios_base::uppercase ? 'X' : 'x';
    else
        *format = is_signed ? 'd' : 'u';
}

/* The same for a floating-point number. Returns true if its precision is an argument. */
bool __num_put_base::__format_float(char *format, const char *length, ios_base::fmtflags flags)
{
    ios_base::fmtflags field = flags & ios_base::floatfield;
    bool is_upper = flags & ios_base::uppercase;
    bool is_hex = field == (ios_base::fixed | ios_base::scientific);
    if (flags & ios_base::showpos)
        *format++ = '+';
    if (flags & ios_base::showpoint)
        *format++ = '#';
    if (!is_hex) {
        *format++ = '.';
        *format++ = '*';
    }
    while (*length)
        *format++ = *length++;
    if (is_hex)
        *format = is_upper ? 'A' : 'a';
    else if (field == ios_base::fixed)
        *format = is_upper ? 'F' : 'f';
    else if (field == ios_base::scientific)
        *format = is_upper ? 'E' : 'e';
    else
        *format = is_upper ? 'G' : 'g';
    return !is_hex;
}

/* Where a number from `from` to `to` is filled up to its width. */
char *__num_put_base::__identify_padding(char *from, char *to, const ios_base &stream)
{
    ios_base::fmtflags adjusted = stream.flags() & ios_base::adjustfield;
    if (adjusted == ios_base::left)
        return to;
    if (adjusted == ios_base::internal) {
        if (*from == '-' || *from == '+')
            return from + 1;
        if (to - from >= 2 && from[0] == '0' && (from[1] == 'x' || from[1] == 'X'))
            return from + 2;
    }
    return from;
}

/* --- Input ----------------------------------------------------------------- */

const char __num_get_base::__src[33] = "0123456789abcdefABCDEFxX+-pPiInN";

int __num_get_base::__get_base(ios_base &stream)
{
    switch (stream.flags() & ios_base::basefield) {
    case ios_base::oct:
        return 8;
    case ios_base::hex:
        return 16;
    case 0:
        return 0;
    default:
        return 10;
    }
}

/* The groups that were read, first to last, agree with those of a locale, or that is a failure. */
void __check_grouping(const string &grouping, unsigned *from, unsigned *to,
                      ios_base::iostate &state)
{
    if (grouping.empty() || to - from < 2)
        return;
    size_t rule = 0;
    for (unsigned *group = to - 1; group != from; --group) {
        char size = grouping[rule];
        if (size > 0 && size < numeric_limits<char>::max() && unsigned(size) != *group) {
            state = ios_base::failbit;
            return;
        }
        if (rule + 1 < grouping.size())
            ++rule;
    }
    char size = grouping[rule];
    if (size > 0 && size < numeric_limits<char>::max() && (unsigned(size) < *from || *from == 0))
        state = ios_base::failbit;
}

template struct __num_put<char>;
template struct __num_get<char>;
template class num_put<char>;
template class num_get<char>;

static heddle::room<heddle::lasting<numpunct<char>>> punctuation;
static heddle::room<heddle::lasting<num_put<char>>> output;
static heddle::room<heddle::lasting<num_get<char>>> input;

__attribute__((constructor(102))) static void make()
{
    heddle::add(punctuation);
    heddle::add(output);
    heddle::add(input);
}

} // namespace __1
} // namespace std

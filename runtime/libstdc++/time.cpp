/*
 * Dates and times: written and read.
 *
 * The library's own code for reading is that which GCC makes of the headers: with it, conversions of
 * a format know what others have read. clang would make another one of them, so it is written here, which
 * the headers must not rule out (see ostream.cpp).
 */
#include <ostream>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include "locale.h"

#include <ctime>
#include <typeinfo>

namespace std {

/* --- How the C locale writes them ------------------------------------------- */

using cache = __timepunct_cache<char>;

template <> const char *cache::_S_timezones[14] = {"GMT", "HST", "AKST", "PST", "MST", "EST", "AST",
                                                   "NST", "CET", "IST",  "EET", "CST", "JST", ""};

static heddle::room<cache> room_of_cache;

template <> void __timepunct<char>::_M_initialize_timepunct(__c_locale)
{
    cache &names = *new (&room_of_cache.object) cache(1);
    names._M_date_format = names._M_date_era_format = "%m/%d/%y";
    names._M_time_format = names._M_time_era_format = "%H:%M:%S";
    names._M_date_time_format = names._M_date_time_era_format = "";
    names._M_am = "AM";
    names._M_pm = "PM";
    names._M_am_pm_format = "%I:%M:%S %p";
    names._M_day1 = "Sunday";
    names._M_day2 = "Monday";
    names._M_day3 = "Tuesday";
    names._M_day4 = "Wednesday";
    names._M_day5 = "Thursday";
    names._M_day6 = "Friday";
    names._M_day7 = "Saturday";
    names._M_aday1 = "Sun";
    names._M_aday2 = "Mon";
    names._M_aday3 = "Tue";
    names._M_aday4 = "Wed";
    names._M_aday5 = "Thu";
    names._M_aday6 = "Fri";
    names._M_aday7 = "Sat";
    names._M_month01 = "January";
    names._M_month02 = "February";
    names._M_month03 = "March";
    names._M_month04 = "April";
    names._M_month05 = "May";
    names._M_month06 = "June";
    names._M_month07 = "July";
    names._M_month08 = "August";
    names._M_month09 = "September";
    names._M_month10 = "October";
    names._M_month11 = "November";
    names._M_month12 = "December";
    names._M_amonth01 = "Jan";
    names._M_amonth02 = "Feb";
    names._M_amonth03 = "Mar";
    names._M_amonth04 = "Apr";
    names._M_amonth05 = "May";
    names._M_amonth06 = "Jun";
    names._M_amonth07 = "Jul";
    names._M_amonth08 = "Aug";
    names._M_amonth09 = "Sep";
    names._M_amonth10 = "Oct";
    names._M_amonth11 = "Nov";
    names._M_amonth12 = "Dec";
    _M_data = &names;
}

template <>
void __timepunct<char>::_M_put(char *to, size_t room, const char *format,
                               const tm *time) const noexcept
{
    if (strftime(to, room, format, time) == 0)
        *to = '\0';
}

/* --- Dates that were read in parts -------------------------------------------- */

extern "C" [[noreturn]] void __heddle_unmodelled_date_by_its_week(void);

/* Completes a date with what follows from the parts that were read. */
void __time_get_state::_M_finalize_state(tm *date)
{
    if (_M_have_I && _M_is_pm)
        date->tm_hour += 12;
    if (_M_have_century)
        date->tm_year = (_M_want_century ? date->tm_year % 100 : 0) + (_M_century - 19) * 100;
    if ((_M_have_uweek || _M_have_wweek) && _M_have_wday)
        __heddle_unmodelled_date_by_its_week();
    if (!_M_want_xday)
        return;
    tm whole{};
    whole.tm_year = date->tm_year;
    bool is_by_day = _M_have_yday && !(_M_have_mon && _M_have_mday);
    whole.tm_mon = is_by_day ? 0 : date->tm_mon;
    whole.tm_mday = is_by_day ? 1 + date->tm_yday : date->tm_mday;
    timegm(&whole);
    if (is_by_day && !_M_have_mon)
        date->tm_mon = whole.tm_mon;
    if (is_by_day && !_M_have_mday)
        date->tm_mday = whole.tm_mday;
    if (!_M_have_wday)
        date->tm_wday = whole.tm_wday;
    if (!_M_have_yday) {
        /* The day of the month may not have been read. */
        tm first{};
        first.tm_year = date->tm_year;
        first.tm_mon = date->tm_mon;
        first.tm_mday = 1;
        timegm(&first);
        date->tm_yday = first.tm_yday + date->tm_mday - 1;
    }
}

extern "C" [[noreturn]] void __heddle_unmodelled_time_get_of_the_program(void);

template <>
time_get<char>::iter_type
time_get<char>::get(iter_type at, iter_type end, ios_base &stream, ios_base::iostate &state,
                    tm *date, const char *format, const char *format_end) const
{
    if (typeid(*this) != typeid(time_get<char>))
        __heddle_unmodelled_time_get_of_the_program();
    const ctype<char> &kinds = use_facet<ctype<char>>(stream.getloc());
    __time_get_state read = __time_get_state();
    state = ios_base::goodbit;
    while (format != format_end && state == ios_base::goodbit) {
        char c = *format++;
        if (at == end) {
            state = ios_base::eofbit | ios_base::failbit;
        } else if (c == '%') {
            bool is_modified = format != format_end && (*format == 'E' || *format == 'O');
            if (format_end - format <= is_modified) {
                state = ios_base::failbit;
                break;
            }
            char conversion[4] = {'%', format[0], is_modified ? format[1] : '\0', '\0'};
            format += is_modified ? 2 : 1;
            at = _M_extract_via_format(at, end, stream, state, date, conversion, read);
            if (at == end)
                state |= ios_base::eofbit;
        } else if (kinds.is(ctype_base::space, c)) {
            while (format != format_end && kinds.is(ctype_base::space, *format))
                ++format;
            while (at != end && kinds.is(ctype_base::space, *at))
                ++at;
        } else if (kinds.tolower(*at) == kinds.tolower(c)) {
            ++at;
        } else {
            state = ios_base::failbit;
        }
    }
    read._M_finalize_state(date);
    return at;
}

/* --- Facets ------------------------------------------------------------------ */

template struct __timepunct_cache<char>;
template class __timepunct<char>;
template class time_put<char>;
template class time_get<char>;

static heddle::room<__timepunct<char>> room_of_names;
static heddle::room<time_put<char>> room_of_put;
static heddle::room<time_get<char>> room_of_get;

__attribute__((constructor(102))) static void make()
{
    heddle::add(room_of_names);
    heddle::add(room_of_put);
    heddle::add(room_of_get);
}

} // namespace std

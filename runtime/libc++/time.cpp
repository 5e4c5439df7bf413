/*
 * Dates and times: written and read as in the C locale.
 */
#include "locale.h"

#include <cstddef>
#include <ctime>
#include <string>

namespace std {
inline namespace __1 {

__time_put::~__time_put() {}

/* One conversion of strftime, from `to` up to `end`, which becomes the end of it. */
void __time_put::__do_put(char *to, char *&end, const tm *time, char conversion,
                          char modifier) const
{
    const char plain[] = {'%', conversion, '\0'}, modified[] = {'%', modifier, conversion, '\0'};
    end = to + strftime(to, static_cast<size_t>(end - to), modifier ? modified : plain, time);
}

/* --- Names and formats --------------------------------------------------------- */

template <size_t N> struct texts {
    heddle::room<string[N]> room;

    void make(const char *const (&from)[N])
    {
        for (size_t i = 0; i < N; ++i)
            new (&room.object[i]) string(from[i]);
    }
};

static texts<14> weeks;
static texts<24> months;
static texts<2> halves;
static texts<4> formats;

using storage = __time_get_c_storage<char>;

template <> const string *storage::__weeks() const
{
    return weeks.room.object;
}

template <> const string *storage::__months() const
{
    return months.room.object;
}

template <> const string *storage::__am_pm() const
{
    return halves.room.object;
}

template <> const string &storage::__c() const
{
    return formats.room.object[0];
}

template <> const string &storage::__r() const
{
    return formats.room.object[1];
}

template <> const string &storage::__x() const
{
    return formats.room.object[2];
}

template <> const string &storage::__X() const
{
    return formats.room.object[3];
}

/* --- Facets -------------------------------------------------------------------- */

template class time_put<char>;
template class time_get<char>;

static heddle::room<heddle::lasting<time_put<char>>> room_of_put;
static heddle::room<heddle::lasting<time_get<char>>> room_of_get;

__attribute__((constructor(102))) static void make()
{
    weeks.make({"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sun",
                "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"});
    months.make({"January",   "February", "March",    "April",    "May", "June", "July", "August",
                 "September", "October",  "November", "December", "Jan", "Feb",  "Mar",  "Apr",
                 "May",       "Jun",      "Jul",      "Aug",      "Sep", "Oct",  "Nov",  "Dec"});
    halves.make({"AM", "PM"});
    formats.make({"%a %b %d %H:%M:%S %Y", "%I:%M:%S %p", "%m/%d/%y", "%H:%M:%S"});
    heddle::add(room_of_put);
    heddle::add(room_of_get);
}

} // namespace __1
} // namespace std

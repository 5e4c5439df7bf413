/*
 * Dates: between time_t and struct tm, and to text. The time zone is UTC.
 *
 * Days are counted in years that begin with March, so that the leap day is the last of
 * its year, and in eras of 400 years, which all have the same number of days. The
 * functions without a buffer argument share a static result that nothing protects, as
 * the standard allows: threads that share it race, and that shows.
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    DAY = 24 * 60 * 60,
    ERA = 146097,      /* days in 400 years */
    TO_EPOCH = 719468, /* days from March 1 of the year 0 to the epoch */
    EPOCH_WEEKDAY = 4, /* a Thursday */
};

static const char weekdays[7][10] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                     "Thursday", "Friday", "Saturday"};
static const char months[12][10] = {"January",   "February", "March",    "April",
                                    "May",       "June",     "July",     "August",
                                    "September", "October",  "November", "December"};

/* --- Counting days --------------------------------------------------------- */

/* Quotient and remainder for a positive divisor; the remainder is never negative. */
static long long floor_div(long long a, long long b)
{
    return a / b - (a % b < 0);
}

static int is_leap(long long year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* Days from the epoch to the first of a month, 0 to 11. */
static long long days_to_month(long long year, int month)
{
    int from_march = (month + 10) % 12;
    if (month < 2)
        year--;
    long long era = floor_div(year, 400), in_era = year - era * 400;
    long long days = in_era * 365 + in_era / 4 - in_era / 100 + (153 * from_march + 2) / 5;
    return era * ERA + days - TO_EPOCH;
}

/* --- time_t and struct tm -------------------------------------------------- */

static struct tm *split(time_t t, struct tm *tm, const char *zone)
{
    long long days = floor_div(t, DAY), seconds = t - days * DAY;
    long long from_start = days + TO_EPOCH;
    long long era = floor_div(from_start, ERA), day = from_start - era * ERA;
    /* Leave out the leap days before this one, and what remains are years of 365. */
    long long in_era = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    long long in_year = day - (in_era * 365 + in_era / 4 - in_era / 100);
    int from_march = (int)(5 * in_year + 2) / 153;
    int month = (from_march + 2) % 12;
    long long year = era * 400 + in_era + (month < 2);

    *tm = (struct tm){
        .tm_sec = (int)(seconds % 60),
        .tm_min = (int)(seconds / 60 % 60),
        .tm_hour = (int)(seconds / 3600),
        .tm_mday = (int)in_year - (153 * from_march + 2) / 5 + 1,
        .tm_mon = month,
        .tm_year = (int)(year - 1900),
        .tm_wday = (int)(((days + EPOCH_WEEKDAY) % 7 + 7) % 7),
        .tm_yday = (int)(days - days_to_month(year, 0)),
        .tm_zone = zone,
    };
    return tm;
}

/* Fields may be out of their range; they are brought into it. */
static time_t join_fields(struct tm *tm, const char *zone)
{
    long long extra_years = floor_div(tm->tm_mon, 12);
    int month = (int)(tm->tm_mon - extra_years * 12);
    long long days = days_to_month(1900LL + tm->tm_year + extra_years, month) + tm->tm_mday - 1;
    time_t t = (time_t)(((days * 24 + tm->tm_hour) * 60 + tm->tm_min) * 60 + tm->tm_sec);
    split(t, tm, zone);
    return t;
}

struct tm *gmtime_r(const time_t *restrict t, struct tm *restrict tm)
{
    return split(*t, tm, "GMT");
}

struct tm *localtime_r(const time_t *restrict t, struct tm *restrict tm)
{
    return split(*t, tm, "UTC");
}

static struct tm shared_result;

struct tm *gmtime(const time_t *t)
{
    return split(*t, &shared_result, "GMT");
}

struct tm *localtime(const time_t *t)
{
    return split(*t, &shared_result, "UTC");
}

time_t mktime(struct tm *tm)
{
    return join_fields(tm, "UTC");
}

time_t timegm(struct tm *tm)
{
    return join_fields(tm, "GMT");
}

void tzset(void)
{
}

/* --- To text --------------------------------------------------------------- */

/* The number of the ISO 8601 week, and the year it belongs to. */
static int iso_week(const struct tm *tm, int *year)
{
    int from_monday = (tm->tm_wday + 6) % 7;
    int thursday = tm->tm_yday - from_monday + 3; /* the week belongs to its Thursday's year */
    *year = tm->tm_year + 1900;
    if (thursday < 0) {
        --*year;
        thursday += 365 + is_leap(*year);
    } else if (thursday >= 365 + is_leap(*year)) {
        thursday -= 365 + is_leap(*year);
        ++*year;
    }
    return thursday / 7 + 1;
}

/* What a conversion of strftime stands for, if that is other conversions. */
static const char *longhand(char conversion)
{
    switch (conversion) {
    case 'c':
        return "%a %b %e %H:%M:%S %Y";
    case 'D':
    case 'x':
        return "%m/%d/%y";
    case 'F':
        return "%Y-%m-%d";
    case 'r':
        return "%I:%M:%S %p";
    case 'R':
        return "%H:%M";
    case 'T':
    case 'X':
        return "%H:%M:%S";
    default:
        return NULL;
    }
}

/* The text of one conversion, in a buffer that is large enough for any. */
static int format_part(char text[32], char conversion, const struct tm *tm)
{
    int hour = tm->tm_hour % 12 ? tm->tm_hour % 12 : 12;
    int year = tm->tm_year + 1900, week_year;
    int week = iso_week(tm, &week_year);
#define PART(...) snprintf(text, 32, __VA_ARGS__)
    switch (conversion) {
    case 'a':
        return PART("%.3s", weekdays[tm->tm_wday]);
    case 'A':
        return PART("%s", weekdays[tm->tm_wday]);
    case 'b':
    case 'h':
        return PART("%.3s", months[tm->tm_mon]);
    case 'B':
        return PART("%s", months[tm->tm_mon]);
    case 'C':
        return PART("%02d", (int)floor_div(year, 100));
    case 'd':
        return PART("%02d", tm->tm_mday);
    case 'e':
        return PART("%2d", tm->tm_mday);
    case 'g':
        return PART("%02d", (week_year % 100 + 100) % 100);
    case 'G':
        return PART("%d", week_year);
    case 'H':
        return PART("%02d", tm->tm_hour);
    case 'I':
        return PART("%02d", hour);
    case 'j':
        return PART("%03d", tm->tm_yday + 1);
    case 'm':
        return PART("%02d", tm->tm_mon + 1);
    case 'M':
        return PART("%02d", tm->tm_min);
    case 'n':
        return PART("\n");
    case 'p':
        return PART("%s", tm->tm_hour < 12 ? "AM" : "PM");
    case 's': {
        struct tm copy = *tm;
        return PART("%lld", (long long)join_fields(&copy, ""));
    }
    case 'S':
        return PART("%02d", tm->tm_sec);
    case 't':
        return PART("\t");
    case 'u':
        return PART("%d", tm->tm_wday ? tm->tm_wday : 7);
    case 'U':
        return PART("%02d", (tm->tm_yday + 7 - tm->tm_wday) / 7);
    case 'V':
        return PART("%02d", week);
    case 'w':
        return PART("%d", tm->tm_wday);
    case 'W':
        return PART("%02d", (tm->tm_yday + 7 - (tm->tm_wday + 6) % 7) / 7);
    case 'y':
        return PART("%02d", (year % 100 + 100) % 100);
    case 'Y':
        return PART("%d", year);
    case 'z':
        return PART("+0000");
    case 'Z':
        return PART("%s", tm->tm_zone ? tm->tm_zone : "");
    case '%':
        return PART("%%");
    default:
        return PART("%%%c", conversion);
    }
#undef PART
}

/* The modifiers E and O change nothing in the C locale. */
size_t strftime(char *restrict s, size_t size, const char *restrict format,
                const struct tm *restrict tm)
{
    size_t n = 0;
    for (; *format; format++) {
        char text[32] = {*format};
        size_t length = 1;
        if (*format == '%' && format[1]) {
            format++;
            if ((*format == 'E' || *format == 'O') && format[1])
                format++;
            const char *parts = longhand(*format);
            if (parts) {
                length = strftime(text, sizeof text, parts, tm);
                if (length == 0)
                    return 0;
            } else {
                length = (size_t)format_part(text, *format, tm);
            }
        }
        if (length >= size - n)
            return 0;
        __builtin_memcpy(s + n, text, length);
        n += length;
    }
    if (n >= size)
        return 0;
    s[n] = 0;
    return n;
}

char *asctime_r(const struct tm *restrict tm, char *restrict s)
{
    strftime(s, 26, "%a %b %e %H:%M:%S %Y\n", tm);
    return s;
}

static char shared_text[26];

char *asctime(const struct tm *tm)
{
    return asctime_r(tm, shared_text);
}

char *ctime_r(const time_t *t, char *s)
{
    struct tm tm;
    return asctime_r(split(*t, &tm, "UTC"), s);
}

char *ctime(const time_t *t)
{
    return ctime_r(t, shared_text);
}

/* calendar.c against the system's, in the time zone UTC. */
#include "compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

OURS(gmtime_r); OURS(localtime_r); OURS(timegm); OURS(mktime); OURS(strftime); OURS(asctime_r);
OURS(ctime_r);

static void compare_fields(const char *label, const struct tm *ours, const struct tm *theirs)
{
    SAME("tm_sec", label, ours->tm_sec, theirs->tm_sec);
    SAME("tm_min", label, ours->tm_min, theirs->tm_min);
    SAME("tm_hour", label, ours->tm_hour, theirs->tm_hour);
    SAME("tm_mday", label, ours->tm_mday, theirs->tm_mday);
    SAME("tm_mon", label, ours->tm_mon, theirs->tm_mon);
    SAME("tm_year", label, ours->tm_year, theirs->tm_year);
    SAME("tm_wday", label, ours->tm_wday, theirs->tm_wday);
    SAME("tm_yday", label, ours->tm_yday, theirs->tm_yday);
    SAME("tm_zone", label, strcmp(ours->tm_zone, theirs->tm_zone), 0);
}

void compare_calendar(void)
{
    static const char formats[][40] = {"%a %A %b %B %C %d %e", "%g %G %V %U %W %u %w %j",
                                       "%H %I %M %p %S %s",    "%c|%D|%F|%r|%R|%T|%x|%X",
                                       "%y %Y %z %Z %h%n%t%%", "%Ey %Od plain"};
    setenv("TZ", "UTC", 1);
    tzset();
    for (int i = 0; i < 5000; i++) {
        /* Years 1000 to 4000 or so: there the text of a year has four digits. */
        time_t t = (time_t)(random_bits() % 90000000000ull) - 30000000000ll;
        char label[32], ours_text[128], theirs_text[128];
        snprintf(label, sizeof label, "%lld", (long long)t);
        struct tm ours, theirs;
        compare_fields(label, rt_gmtime_r(&t, &ours), gmtime_r(&t, &theirs));
        SAME("timegm", label, rt_timegm(&ours), t);
        compare_fields(label, rt_localtime_r(&t, &ours), localtime_r(&t, &theirs));
        for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
            SAME("strftime", label, rt_strftime(ours_text, 128, formats[k], &ours),
                 strftime(theirs_text, 128, formats[k], &theirs));
            SAME(formats[k], label, strcmp(ours_text, theirs_text), 0);
        }
        size_t small = random_below(30);
        SAME("strftime small", label, rt_strftime(ours_text, small, "%c", &ours),
             strftime(theirs_text, small, "%c", &theirs));
        SAME("asctime_r", label,
             strcmp(rt_asctime_r(&ours, ours_text), asctime_r(&theirs, theirs_text)), 0);
        SAME("ctime_r", label, strcmp(rt_ctime_r(&t, ours_text), ctime_r(&t, theirs_text)), 0);

        ours.tm_mon += (int)random_below(100) - 50;
        ours.tm_mday += (int)random_below(1000) - 500;
        ours.tm_sec += (int)random_below(100000) - 50000;
        theirs = ours;
        SAME("mktime", label, rt_mktime(&ours), mktime(&theirs));
        compare_fields(label, &ours, &theirs);
    }
}

//@ verdict: verified
//@ output: native
//@ properties: default,leak
//@ symbolic: slow, streams
//
// Dates and times that streams write and read.

#include <ctime>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

static void read(const char *text, const char *format)
{
    std::tm date{};
    std::istringstream in(text);
    in >> std::get_time(&date, format);
    std::cout << text << ": " << bool(in) << ' ' << date.tm_year << ' ' << date.tm_mon << ' '
              << date.tm_mday << ' ' << date.tm_hour << ':' << date.tm_min << ':' << date.tm_sec
              << ' ' << date.tm_wday << ' ' << date.tm_yday << '\n';
}

int main()
{
    std::tm date{};
    date.tm_year = 120;
    date.tm_mon = 1;
    date.tm_mday = 29;
    date.tm_hour = 13;
    date.tm_wday = 6;
    date.tm_yday = 59;
    std::cout << std::put_time(&date, "%Y-%m-%d %H:%M:%S, %A, %j, %b %e, %I %p %% %D") << '\n';
    std::cout << std::put_time(&date, "%c|%x|%X|%r") << '\n';
    read("2021-03-04 05:06:07", "%Y-%m-%d %H:%M:%S");
    read("Jul 14, 1999", "%b %d, %Y");
    read("December 1 99", "%B %d %y");
    read("Monday 23:59", "%A %H:%M");
    read("03/04/21", "%D");
    read("11:30 PM", "%I:%M %p");
    read("2020 200", "%Y %j");
    read("20 21", "%C %y");
    read("2021-13-04", "%Y-%m-%d");
}

/*
 * std::print asks whether a stream is a terminal.
 */
#include <cstdio>

#include <unistd.h>

namespace std {
inline namespace __1 {

bool __is_posix_terminal(FILE *stream)
{
    return isatty(fileno(stream));
}

} // namespace __1
} // namespace std

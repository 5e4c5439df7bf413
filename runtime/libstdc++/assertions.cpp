/*
 * Assertions of the headers, with _GLIBCXX_ASSERTIONS.
 */
#include <bits/c++config.h>

extern "C" [[noreturn]] void __heddle_assert_fail(const char *, const char *, unsigned,
                                                  const char *);

namespace std {

/* The place is that of the program's own code that calls the header's. */
[[noreturn]] void __glibcxx_assert_fail(const char *, int, const char *,
                                        const char *condition) noexcept
{
    __heddle_assert_fail(condition, nullptr, 0, nullptr);
}

} // namespace std

/* The functions that the assert macros of <assert.h> call. */
#include "internal.h"

#include <assert.h>
#include <string.h>

void __assert_fail(const char *expr, const char *file, unsigned line, const char *func)
{
    __heddle_assert_fail(expr, file, line, func);
}

void __assert(const char *expr, const char *file, int line)
{
    __heddle_assert_fail(expr, file, line, NULL);
}

void __assert_perror_fail(int error, const char *file, unsigned line, const char *func)
{
    __heddle_assert_fail(strerror(error), file, line, func);
}

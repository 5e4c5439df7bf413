/*
 * Small things of <stdlib.h> and <inttypes.h>: absolute values, quotients, and an
 * environment that is empty and stays so.
 */
#include "internal.h"

#include <inttypes.h>
#include <stdlib.h>

int abs(int x)
{
    return x < 0 ? -x : x;
}

long labs(long x)
{
    return x < 0 ? -x : x;
}

long long llabs(long long x)
{
    return x < 0 ? -x : x;
}

intmax_t imaxabs(intmax_t x)
{
    return x < 0 ? -x : x;
}

div_t div(int a, int b)
{
    return (div_t){a / b, a % b};
}

ldiv_t ldiv(long a, long b)
{
    return (ldiv_t){a / b, a % b};
}

lldiv_t lldiv(long long a, long long b)
{
    return (lldiv_t){a / b, a % b};
}

imaxdiv_t imaxdiv(intmax_t a, intmax_t b)
{
    return (imaxdiv_t){a / b, a % b};
}

/* --- Environment ----------------------------------------------------------- */

static char *no_variables[] = {NULL};

char **environ = no_variables;

char *getenv(const char *name)
{
    (void)name;
    return NULL;
}

char *secure_getenv(const char *name)
{
    (void)name;
    return NULL;
}

int setenv(const char *name, const char *value, int overwrite)
{
    (void)name, (void)value, (void)overwrite;
    return 0;
}

int putenv(char *assignment)
{
    (void)assignment;
    return 0;
}

int unsetenv(const char *name)
{
    (void)name;
    return 0;
}

int clearenv(void)
{
    return 0;
}

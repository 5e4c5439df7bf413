/*
 * <locale.h>: there is one locale, "C", which is also what an empty environment asks for.
 */
#include "internal.h"

#include <locale.h>

static int is_known(const char *name)
{
    static const char posix[] = "POSIX";
    if (name[0] == 0 || (name[0] == 'C' && name[1] == 0))
        return 1;
    for (int i = 0; i < (int)sizeof posix; i++)
        if (name[i] != posix[i])
            return 0;
    return 1;
}

char *setlocale(int category, const char *name)
{
    static char only[] = "C";
    if (category < LC_CTYPE || category > LC_IDENTIFICATION)
        return NULL;
    return !name || is_known(name) ? only : NULL;
}

/* errno: one int per thread, at an address that the headers ask for. */
#include "internal.h"

#include <errno.h>

_Thread_local int __heddle_errno;

int *__errno_location(void)
{
    return &__heddle_errno;
}

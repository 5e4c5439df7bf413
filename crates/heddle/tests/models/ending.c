/*
 * A run that comes to its end crashes there. So models that wait where the machine goes on
 * show even in programs in which nothing is wrong.
 */
#include <stdlib.h>

__attribute__((destructor)) static void end(void)
{
    abort();
}

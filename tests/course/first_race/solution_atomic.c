// One operation for all three steps.

#include <stdatomic.h>

static atomic_int visitors;

void count(void)
{
    visitors++;
}

int total(void)
{
    return visitors;
}

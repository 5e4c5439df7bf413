//@ verdict: verified
//@ output: native
//
// A pointer one past the end may be formed and compared, and stepped back from.

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *begin = malloc(5 * sizeof *begin), *end = begin + 5, sum = 0;
    for (int *p = begin; p != end; p++)
        *p = (int)(p - begin);
    for (int *p = end; p-- != begin;)
        sum = sum * 2 + *p;
    printf("%d %td %d\n", sum, end - begin, end[-1]);
    free(begin);
    return 0;
}

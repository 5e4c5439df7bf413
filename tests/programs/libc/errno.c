//@ verdict: verified
//@ output: native
//
// errno is zero at the start, is set by failing functions, and left alone by those
// that succeed.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    printf("%d\n", errno);
    strtol("99999999999999999999", NULL, 10);
    printf("%d\n", errno == ERANGE);
    strtol("5", NULL, 10);
    printf("%d\n", errno == ERANGE);
    int *where = &errno;
    *where = EAGAIN;
    printf("%d %d\n", errno == EAGAIN, where == &errno);
    errno = 0;
    printf("%s\n", strerror(EINVAL));
    printf("%d %d %d %d %d %d\n", EPERM, EINTR, EBUSY, EINVAL, EDEADLK, ETIMEDOUT);
    return 0;
}

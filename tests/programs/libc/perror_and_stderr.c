//@ verdict: verified
//@ output: native
//
// perror and fprintf(stderr) write to standard error, not to standard output.

#include <errno.h>
#include <stdio.h>

int main(void)
{
    errno = ENOENT;
    perror("expected");
    fprintf(stderr, "%s %d\n", "to stderr", 1);
    fputs("also\n", stderr);
    printf("to stdout\n");
    return 0;
}

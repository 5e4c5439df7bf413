//@ verdict: verified
//@ output: native
//
// The basics of unistd: write to standard output, getpid, sysconf of the page size.

#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    fflush(stdout);
    assert(write(STDOUT_FILENO, "written\n", 8) == 8);
    assert(getpid() == getpid());
    assert(getpid() > 0);
    long page = sysconf(_SC_PAGESIZE);
    assert(page > 0 && (page & (page - 1)) == 0);
    printf("done\n");
    return 0;
}

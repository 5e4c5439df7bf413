//@ verdict: verified
//@ output: native
//
// Without --args there is only the program's name.

#include <stdio.h>

int main(int argc, char **argv)
{
    printf("%d %d\n", argc, argv[1] == NULL);
    return 0;
}

//@ verdict: verified
//@ options: --args '8 -2'
//@ output: native
//
// The same program with other arguments.

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    int a = atoi(argv[1]), b = atoi(argv[2]);
    printf("%d\n", a / b);
    return 0;
}

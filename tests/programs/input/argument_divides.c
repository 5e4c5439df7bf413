//@ verdict: violation
//@ kind: division-by-zero
//@ line: 15
//@ options: --args '2 0'
//
// The fault comes from the arguments.

#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    int a = atoi(argv[1]), b = atoi(argv[2]);
    return a / b; // BUG
}

//@ verdict: verified
//@ options: --args 'one 2 three-3'
//@ output: native
//
// The program's arguments: their number, their text, the null pointer behind
// them, and that they may be written to.

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    printf("%d\n", argc);
    for (int i = 1; i < argc; i++)
        printf("%d %s %zu\n", i, argv[i], strlen(argv[i]));
    printf("%d %d\n", argv[argc] == NULL, argv[0] != NULL);
    argv[1][0] = 'O';
    printf("%s\n", argv[1]);
    return 0;
}

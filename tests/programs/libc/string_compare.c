//@ verdict: verified
//@ output: native
//
// memcmp, strcmp, strncmp, strcasecmp, strncasecmp: the sign of the result.

#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int v) { return (v > 0) - (v < 0); }

int main(void)
{
    static const char *const words[] = {"", "a", "A", "ab", "abc", "abd", "aB", "b", "\xff", "Zebra", "zebra"};
    int n = sizeof words / sizeof words[0];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            printf("%d%d%d%d%d ", sign(strcmp(words[i], words[j])), sign(strncmp(words[i], words[j], 2)),
                   sign(strcasecmp(words[i], words[j])), sign(strncasecmp(words[i], words[j], 1)),
                   sign(memcmp(words[i], words[j], 1)));
    printf("\n%d %d %d\n", memcmp("x", "y", 0), strncmp("x", "y", 0), sign(memcmp("a\0b", "a\0c", 3)));
    return 0;
}

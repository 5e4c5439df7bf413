//@ verdict: verified
//@ output: native
//@ symbolic: unknown, snprintf
//
// sprintf and snprintf: truncation, results, a null buffer of length zero, asprintf.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char b[16];
    for (size_t n = 0; n <= 12; n++) {
        memset(b, '#', sizeof b);
        int r = snprintf(b, n, "%s-%d", "abc", 12345);
        printf("%zu %d ", n, r);
        for (size_t i = 0; i < 12; i++)
            putchar(b[i] ? b[i] : '0');
        printf("\n");
    }
    printf("%d\n", snprintf(NULL, 0, "%0100d", 7));
    printf("%d ", sprintf(b, "%x", 48879));
    printf("%s\n", b);
    char *made = NULL;
    int r = asprintf(&made, "%s/%s.%d", "dir", "file", 3);
    printf("%d %s\n", r, made);
    free(made);
    char line[64] = "";
    size_t used = 0;
    for (int i = 0; i < 8; i++)
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%d", i ? "," : "", i * i);
    printf("%s %zu\n", line, used);
    return 0;
}

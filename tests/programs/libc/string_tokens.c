//@ verdict: verified
//@ output: native
//
// strtok, strtok_r nested, strsep with empty fields, strerror for a known code.

#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[] = "  alpha, beta;; gamma ";
    for (char *t = strtok(text, " ,;"); t; t = strtok(NULL, " ,;"))
        printf("[%s]", t);
    printf("\n");

    char nested[] = "a=1 2;b=3;c";
    char *outer, *inner;
    for (char *t = strtok_r(nested, ";", &outer); t; t = strtok_r(NULL, ";", &outer)) {
        for (char *u = strtok_r(t, "= ", &inner); u; u = strtok_r(NULL, "= ", &inner))
            printf("<%s>", u);
        printf("|");
    }
    printf("\n");

    char csv[] = "one,,three,";
    char *rest = csv, *field;
    while ((field = strsep(&rest, ",")) != NULL)
        printf("'%s' ", field);
    printf("\n%s\n", strerror(ENOENT));
    char reversed[] = "swap ends";
    for (size_t i = 0, j = strlen(reversed) - 1; i < j; i++, j--) {
        char c = reversed[i];
        reversed[i] = reversed[j];
        reversed[j] = c;
    }
    printf("%s\n", reversed);
    return 0;
}

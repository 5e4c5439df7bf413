//@ verdict: verified
//@ output: native
//
// memcpy, memmove both ways, memset, mempcpy, strcpy, strncpy (padding), stpcpy,
// strcat, strncat, memccpy.

#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static void dump(const char *what, const char *p, size_t n)
{
    printf("%s:", what);
    for (size_t i = 0; i < n; i++)
        printf(" %02x", (unsigned char)p[i]);
    printf("\n");
}

int main(void)
{
    char a[24], b[24];
    memset(a, '.', sizeof a);
    memset(b, 0x1ff, sizeof b);
    dump("set", b, 3);
    memcpy(a, "0123456789", 10);
    memmove(a + 2, a, 10);
    dump("up", a, 14);
    memmove(a, a + 2, 10);
    dump("down", a, 14);
    printf("%td %td\n", (char *)mempcpy(b, a, 5) - b, stpcpy(b, "end") - b);
    strncpy(b, "short", 9);
    dump("pad", b, 12);
    strncpy(b, "too long for this", 4);
    dump("cut", b, 6);
    strcpy(a, "one");
    strcat(a, "-two");
    strncat(a, "-three", 3);
    printf("%s %zu\n", a, strlen(a));
    char *end = memccpy(b, a, 't', sizeof b);
    printf("%td %d\n", end - b, memccpy(b, a, 'z', 4) == NULL);
    memset(a, 0, 0);
    memcpy(a, b, 0);
    printf("%s\n", a);
    return 0;
}

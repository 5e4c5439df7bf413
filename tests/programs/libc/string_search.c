//@ verdict: verified
//@ output: native
//
// strchr, strrchr, strchrnul, memchr, memrchr, strstr, strcasestr, memmem,
// strspn, strcspn, strpbrk, strlen, strnlen.

#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#define AT(p) ((p) ? (int)((const char *)(p) - s) : -1)

int main(void)
{
    const char *s = "the rain in Spain stays mainly";
    printf("%d %d %d\n", AT(strchr(s, 'a')), AT(strchr(s, 'x')), AT(strchr(s, 0)));
    printf("%d %d\n", AT(strrchr(s, 'a')), AT(strrchr(s, 'q')));
    printf("%d %d\n", AT(strchrnul(s, 'S')), AT(strchrnul(s, '#')));
    printf("%d %d %d\n", AT(memchr(s, 'i', 30)), AT(memchr(s, 'i', 5)), AT(memrchr(s, 'i', 30)));
    printf("%d %d %d %d\n", AT(strstr(s, "ain")), AT(strstr(s, "ainly")), AT(strstr(s, "")), AT(strstr(s, "ainy")));
    printf("%d %d\n", AT(strcasestr(s, "SPAIN")), AT(memmem(s, 30, "stay", 4)));
    printf("%zu %zu %zu\n", strspn(s, "eht "), strcspn(s, "rS"), strspn(s, ""));
    printf("%d %d\n", AT(strpbrk(s, "pqr")), AT(strpbrk(s, "#")));
    printf("%zu %zu %zu\n", strlen(s), strnlen(s, 4), strnlen(s, 100));
    printf("%d\n", AT(strstr(s, "in in")));
    return 0;
}

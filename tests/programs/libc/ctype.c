//@ verdict: verified
//@ output: native
//
// Every function of <ctype.h> on every character of the C locale, and EOF.

#include <ctype.h>
#include <stdio.h>

int main(void)
{
    for (int c = -1; c < 256; c++) {
        printf("%d%d%d%d%d%d%d%d%d%d%d%d ", !!isalnum(c), !!isalpha(c), !!isblank(c), !!iscntrl(c), !!isdigit(c), !!isgraph(c),
               !!islower(c), !!isprint(c), !!ispunct(c), !!isspace(c), !!isupper(c), !!isxdigit(c));
        if (c % 16 == 15)
            printf("\n");
    }
    printf("\n");
    for (int c = 0; c < 128; c++)
        printf("%x %x ", (unsigned)tolower(c), (unsigned)toupper(c));
    printf("\n%d %d %d\n", isascii('a') != 0, isascii(200) != 0, toascii(0xc1));
    return 0;
}

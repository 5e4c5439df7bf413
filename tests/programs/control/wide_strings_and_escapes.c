//@ verdict: verified
//@ output: native
//
// Character and string constants of every kind, and multi-dimensional arrays of
// characters.

#include <stdio.h>
#include <uchar.h>
#include <wchar.h>

int main(void)
{
    static const char text[] = "tab\tnew\\line\x41\102\0hidden";
    for (unsigned i = 0; i < sizeof text; i++)
        printf("%d ", text[i]);
    printf("\n");
    const wchar_t *wide = L"w\u00e4\U0001F600";
    for (int i = 0; i < 4; i++)
        printf("%x ", (unsigned)wide[i]);
    const char16_t *u16 = u"\u00e4\U0001F600";
    for (int i = 0; i < 4; i++)
        printf("%x ", u16[i]);
    const char *u8 = u8"\u00e4\u20ac";
    for (const char *p = u8; *p; p++)
        printf("%x ", (unsigned char)*p);
    printf("\n%d %d %d\n", 'A', '\n', '\xff');
    char grid[3][4] = {"ab", "cde", {'x'}};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            putchar(grid[r][c] ? grid[r][c] : '.');
    printf("\n%s\n", __func__);
    printf("concat" "ena" "tion %zu\n", sizeof L"four" / sizeof(wchar_t));
    return 0;
}

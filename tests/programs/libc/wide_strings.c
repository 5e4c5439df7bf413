//@ verdict: verified
//@ output: native
//
// Strings and arrays of wide characters.

#include <stdio.h>
#include <wchar.h>

int main(void)
{
    wchar_t text[16];
    wcscpy(text, L"one");
    wcscat(text, L" two");
    wcsncat(text, L" three", 3);
    printf("%zu %zu %zu\n", wcslen(text), wcsnlen(text, 4), wcsspn(text, L"eno"));
    printf("%td %td %td\n", wcschr(text, L't') - text, wcsrchr(text, L't') - text,
           wcsstr(text, L"two") - text);
    printf("%d %d %d\n", wcscmp(L"a", L"b") < 0, wcsncmp(L"ab", L"ac", 1), wcschr(text, L'x') == NULL);
    wmemset(text, L'x', 4);
    wmemmove(text + 5, text + 2, 3);
    printf("%td %d\n", wmemchr(text, L'x', 9) - text, wmemcmp(text, L"xxxx", 4));
    for (wchar_t *c = text; *c; c++)
        printf("%c", (char)*c);
    printf("\n");
}

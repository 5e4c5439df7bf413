//@ verdict: verified
//
// There is one locale, which an empty environment asks for as well.

#include <assert.h>
#include <locale.h>
#include <stddef.h>
#include <string.h>

int main(void)
{
    assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
    assert(strcmp(setlocale(LC_ALL, ""), "C") == 0);
    assert(setlocale(LC_NUMERIC, "POSIX") != NULL);
    assert(setlocale(LC_ALL, "nowhere") == NULL);
    return 0;
}

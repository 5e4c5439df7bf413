//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//
// memcpy of more than the target can hold.

#include <string.h>

static size_t length(const char *s) { return strlen(s); }

int main(void)
{
    char small[4];
    const char *text = "too long";
    memcpy(small, text, length(text));
    return small[0] == 0;
}

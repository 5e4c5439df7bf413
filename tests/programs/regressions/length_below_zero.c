//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//
// A length that was computed below zero is a huge one.

#include <string.h>

int main(int argc, char **argv)
{
    (void)argv;
    char text[8];
    memset(text + 1, 0, (size_t)argc - 4); // BUG
    return text[1] & 0;
}

//@ verdict: violation
//@ kind: memory
//@ detail: null-dereference
//@ line: 19
//
// A write through a null pointer, at the offset of a member.

#include <stddef.h>

struct record {
    char padding[100];
    int member;
};

static struct record *current;

int main(void)
{
    current->member = 1; // BUG
    return 0;
}

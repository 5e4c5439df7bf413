//@ verdict: verified
//@ output: native
//
// Functions registered with atexit run in reverse order, after main returns; one of
// them registers another, which runs next.

#include <stdio.h>
#include <stdlib.h>

static void one(void) { printf("one\n"); }
static void nested(void) { printf("nested\n"); }
static void two(void)
{
    printf("two\n");
    atexit(nested);
}
static void three(void) { printf("three\n"); }

int main(void)
{
    atexit(one);
    atexit(two);
    atexit(three);
    atexit(three);
    printf("main\n");
    return 0;
}

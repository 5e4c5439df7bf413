//@ verdict: verified
//@ output: native
//
// exit runs the atexit functions, once each, in reverse order.

#include <stdio.h>
#include <stdlib.h>

static void first(void) { printf("first\n"); }
static void second(void) { printf("second\n"); }

int main(void)
{
    atexit(first);
    atexit(second);
    printf("main\n");
    exit(0);
}

//@ verdict: verified
//@ output: native
//
// exit from deep inside: atexit functions run, what follows does not.

#include <stdio.h>
#include <stdlib.h>

static void last(void) { printf("last words\n"); }

static void down(int n)
{
    if (n == 0) {
        printf("leaving\n");
        exit(0);
    }
    down(n - 1);
    printf("never printed\n");
}

int main(void)
{
    atexit(last);
    down(5);
    printf("nor this\n");
    return 1;
}

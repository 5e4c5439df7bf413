//@ verdict: violation
//@ kind: memory
//@ detail: leak
//@ properties: default,leak
//
// The error path forgets to release the buffer.

#include <heddle.h>
#include <stdlib.h>

static int process(void)
{
    char *buffer = malloc(100);
    buffer[0] = (char)heddle_choose(2);
    if (buffer[0] == 1)
        return -1;
    free(buffer);
    return 0;
}

int main(void)
{
    process();
    return 0;
}

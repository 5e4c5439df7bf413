//@ verdict: violation
//@ kind: memory
//@ detail: leak
//@ clang: -m32
//@ properties: leak
//
// A structure keeps a block, and the block what its second word points to; the first is lost.

#include <stdlib.h>

static struct {
    int first;
    void *second;
} kept;

int main(void)
{
    void **block = malloc(2 * sizeof *block);
    block[0] = malloc(1);
    block[1] = malloc(1);
    kept.second = block;
    block[0] = NULL;
    return 0;
}

//@ verdict: verified
//@ clang: -m32
//@ properties: default,leak
//
// Pointers of four bytes keep memory, wherever they lie.

#include <stdlib.h>

static struct {
    int first;
    void *second;
} kept;

static struct __attribute__((packed)) {
    char first;
    void *second;
} packed;

int main(void)
{
    void **block = malloc(2 * sizeof *block);
    block[0] = malloc(1);
    block[1] = malloc(1);
    kept.second = block;
    packed.second = malloc(4);
    return 0;
}

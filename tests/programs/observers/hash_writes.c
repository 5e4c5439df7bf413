//@ verdict: unknown
//@ reason: hash_writes.c:13: hash function 'spoil' writes to 'table[0]'
//@ symbolic: verified, it has no use for hash functions
//
// A hash function only looks at its region.

#include <heddle.h>

static int table[4];

static unsigned long spoil(const void *bytes, size_t size)
{
    *(int *)bytes = 1;
    return size;
}

int main(void)
{
    heddle_hash(table, sizeof table, spoil);
    table[1] = 2;
    return 0;
}

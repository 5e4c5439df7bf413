//@ verdict: verified
//@ clang: -m32
//@ output: native
//
// The ILP32 data model: sizes, alignments, layouts.

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct mixed {
    char c;
    double d;
    char e;
    long long q;
    void *p;
};

int main(void)
{
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(short), sizeof(int), sizeof(long), sizeof(long long), sizeof(void *), sizeof(size_t));
    printf("%zu %zu %zu\n", sizeof(float), sizeof(double), sizeof(long double));
    printf("%zu %zu %zu %zu %zu\n", sizeof(struct mixed), offsetof(struct mixed, d), offsetof(struct mixed, e),
           offsetof(struct mixed, q), offsetof(struct mixed, p));
    printf("%ld %lu %d\n", LONG_MIN, ULONG_MAX, (int)(sizeof(uintptr_t) == sizeof(long)));
    int array[5] = {1, 2, 3, 4, 5}, *p = array + 1, *q = &array[4];
    printf("%d %td %u\n", (int)(q - p), q - p, (unsigned)((char *)q - (char *)p));
    uintptr_t bits = (uintptr_t)p;
    bits |= 1;
    printf("%d %d\n", *(int *)(bits & ~(uintptr_t)3), (int)(bits & 3));
    return 0;
}

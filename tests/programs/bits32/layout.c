//@ verdict: verified
//@ clang: -m32
//@ output: native
//
// On i386, doubles and long longs in structures are aligned to four bytes.

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct mixed {
    char letter;
    double real;
    char other;
    long long wide;
    long narrow;
    void *pointer;
};

int main(void)
{
    struct mixed values[3];
    memset(values, 0, sizeof values);
    for (int i = 0; i < 3; i++) {
        struct mixed *m = &values[i];
        *m = (struct mixed){'a' + i, i + 0.5, 'x', (long long)i << 33, -i, m};
    }
    struct mixed copy = values[2];
    assert(copy.pointer == &values[2] && copy.wide == 2LL << 33 && copy.narrow == -2);
    printf("%zu %zu %zu %zu %zu\n", sizeof(struct mixed), offsetof(struct mixed, real),
           offsetof(struct mixed, wide), offsetof(struct mixed, narrow), offsetof(struct mixed, pointer));
    for (int i = 0; i < 3; i++)
        printf("%c %.1f %c %lld %ld %d\n", values[i].letter, values[i].real, values[i].other,
               values[i].wide, values[i].narrow, values[i].pointer == (void *)&values[i]);
    return 0;
}

//@ verdict: verified
//@ output: native
//
// Pointers as integers: alignment arithmetic, tag bits, differences, and back
// again to the object.

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    uintptr_t next_and_mark;
    int value;
};

static struct node *untag(uintptr_t p) { return (struct node *)(p & ~(uintptr_t)3); }

int main(void)
{
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->value = 1;
    b->value = 2;
    a->next_and_mark = (uintptr_t)b | 1;
    b->next_and_mark = 2;
    printf("%d %d\n", untag(a->next_and_mark)->value, (int)(a->next_and_mark & 3));
    printf("%d %d\n", untag(b->next_and_mark) == NULL, (int)(b->next_and_mark & 3));
    assert(((uintptr_t)a & 7) == 0 && ((uintptr_t)b & 7) == 0);

    char raw[64];
    uintptr_t start = (uintptr_t)raw;
    char *aligned = (char *)((start + 15) & ~(uintptr_t)15);
    assert(aligned >= raw && aligned < raw + 16);
    assert(((uintptr_t)aligned & 15) == 0);
    *aligned = 'x';
    printf("%c\n", raw[aligned - raw]);

    int array[10];
    for (int i = 0; i < 10; i++)
        array[i] = i * i;
    intptr_t first = (intptr_t)&array[2], last = (intptr_t)&array[7];
    printf("%ld %d\n", (long)(last - first), *(int *)(first + 3 * (intptr_t)sizeof(int)));
    int64_t hidden = ~(int64_t)&array[4];
    printf("%d\n", *(int *)(intptr_t)~hidden);
    free(a);
    free(b);
    return 0;
}

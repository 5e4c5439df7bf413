//@ verdict: verified
//@ clang: -m32
//@ output: native
//
// malloc and linked structures with 32-bit pointers, many blocks.

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    int value;
};

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 50; i++) {
        struct node *n = malloc(sizeof *n);
        assert(((uintptr_t)n & 7) == 0);
        n->value = i;
        n->next = list;
        list = n;
    }
    int sum = 0;
    while (list) {
        struct node *n = list;
        list = n->next;
        sum = sum * 3 % 10007 + n->value;
        free(n);
    }
    char *big = calloc(1, 100000);
    memset(big + 50000, 'x', 10);
    big = realloc(big, 200000);
    printf("%d %zu %s\n", sum, sizeof(struct node), big + 50000);
    free(big);
    return 0;
}

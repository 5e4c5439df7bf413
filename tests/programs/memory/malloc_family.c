//@ verdict: verified
//@ output: native
//
// malloc, calloc, realloc (growing, shrinking, from NULL), free(NULL), and
// sizes of zero.

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int *a = malloc(10 * sizeof *a);
    for (int i = 0; i < 10; i++)
        a[i] = i * 3;
    a = realloc(a, 100 * sizeof *a);
    for (int i = 10; i < 100; i++)
        a[i] = a[i - 10] + 1;
    printf("%d %d %d\n", a[9], a[10], a[99]);
    a = realloc(a, 5 * sizeof *a);
    printf("%d\n", a[4]);
    free(a);

    int *z = calloc(50, sizeof *z);
    int sum = 0;
    for (int i = 0; i < 50; i++)
        sum += z[i];
    printf("%d\n", sum);
    free(z);

    char *r = realloc(NULL, 8);
    strcpy(r, "fresh");
    printf("%s\n", r);
    free(r);
    free(NULL);

    void *empty = malloc(0);
    free(empty);

    void *blocks[20];
    for (int i = 0; i < 20; i++) {
        blocks[i] = malloc((size_t)i * 7 + 1);
        memset(blocks[i], i, (size_t)i * 7 + 1);
        assert(((uintptr_t)blocks[i] & 15) == 0);
    }
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < i; j++)
            assert(blocks[i] != blocks[j]);
    int check = 0;
    for (int i = 19; i >= 0; i--) {
        check += ((unsigned char *)blocks[i])[i * 7];
        free(blocks[i]);
    }
    printf("%d\n", check);
    return 0;
}

//@ verdict: verified
//@ output: native
//
// aligned_alloc, posix_memalign, reallocarray, strdup, over-aligned locals and
// globals.

#include <errno.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static alignas(256) char global_page[300];

static int aligned(const void *p, uintptr_t n) { return ((uintptr_t)p & (n - 1)) == 0; }

int main(void)
{
    for (size_t n = 16; n <= 4096; n *= 4) {
        void *a = aligned_alloc(n, n * 2), *b = NULL;
        int r = posix_memalign(&b, n, 100);
        memset(a, 1, n * 2);
        memset(b, 2, 100);
        printf("%zu %d %d %d\n", n, aligned(a, n), r, aligned(b, n));
        free(a);
        free(b);
    }
    void *unused = NULL;
    printf("%d\n", posix_memalign(&unused, 24, 100) == EINVAL);
    alignas(64) char local[10];
    local[0] = 'x';
    printf("%d %d %zu\n", aligned(local, 64), aligned(global_page, 256), alignof(max_align_t));
    char *copy = strdup("duplicated"), *part = strndup("duplicated", 3);
    printf("%s %s\n", copy, part);
    free(copy);
    free(part);
    int *array = reallocarray(NULL, 10, sizeof *array);
    array[9] = 9;
    array = reallocarray(array, 20, sizeof *array);
    printf("%d\n", array[9]);
    free(array);
    return 0;
}

/*
 * qsort and bsearch.
 *
 * The sort is stable, as glibc's is in practice, so that a program prints here what it
 * prints natively even where its comparison leaves an order open. It is a merge sort:
 * the halves are sorted in place, the left one is copied out, and both are merged from
 * the front; what is written never overtakes what is still to be read on the right.
 */
#include "internal.h"

#include <stdlib.h>

struct order {
    size_t size;
    int (*compare)(const void *, const void *, void *);
    void *arg;
};

static void merge_sort(const struct order *order, char *base, size_t n, char *spare)
{
    if (n < 2)
        return;
    size_t size = order->size, half = n / 2;
    merge_sort(order, base, half, spare);
    merge_sort(order, base + half * size, n - half, spare);

    __builtin_memcpy(spare, base, half * size);
    char *left = spare, *left_end = spare + half * size;
    char *right = base + half * size, *right_end = base + n * size;
    char *to = base;
    for (; left < left_end; to += size) {
        char **from =
            right < right_end && order->compare(left, right, order->arg) > 0 ? &right : &left;
        __builtin_memcpy(to, *from, size);
        *from += size;
    }
}

void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *),
             void *arg)
{
    if (n < 2 || size == 0)
        return;
    char spare[n / 2 * size];
    merge_sort(&(struct order){size, compare, arg}, base, n, spare);
}

/* The comparison of qsort as one that takes an argument: the comparison itself. */
static int compare_plainly(const void *a, const void *b, void *compare)
{
    return (*(int (**)(const void *, const void *))compare)(a, b);
}

void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    if (n < 2 || size == 0)
        return;
    char spare[n / 2 * size];
    merge_sort(&(struct order){size, compare_plainly, &compare}, base, n, spare);
}

void *bsearch(const void *key, const void *base, size_t n, size_t size,
              int (*compare)(const void *, const void *))
{
    const char *low = base;
    while (n) {
        const char *middle = low + n / 2 * size;
        int side = compare(key, middle);
        if (side == 0)
            return (void *)middle;
        if (side > 0) {
            low = middle + size;
            n -= n / 2 + 1;
        } else {
            n /= 2;
        }
    }
    return NULL;
}

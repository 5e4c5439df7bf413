//@ verdict: verified
//@ output: native
//
// qsort of integers, structures, pointers and bytes, of none and of one; bsearch
// that finds and that does not.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    char name[5];
    int rank;
};

static int by_int(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int by_byte(const void *a, const void *b) { return *(const unsigned char *)b - *(const unsigned char *)a; }
static int by_rank(const void *a, const void *b) { return ((const struct item *)a)->rank - ((const struct item *)b)->rank; }
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_key(const void *key, const void *e) { return strcmp(key, ((const struct item *)e)->name); }

int main(void)
{
    int v[] = {5, -3, 99, 0, 5, -100, 42, 7, 7, 1, 2147483647, -2147483647};
    int n = sizeof v / sizeof v[0];
    qsort(v, (size_t)n, sizeof v[0], by_int);
    for (int i = 0; i < n; i++)
        printf("%d ", v[i]);
    for (int key = 4; key < 8; key++) {
        int *hit = bsearch(&key, v, (size_t)n, sizeof v[0], by_int);
        printf("%d%c ", key, hit && *hit == key ? '+' : '-');
    }
    printf("\n");
    char text[] = "interleaving";
    qsort(text, strlen(text), 1, by_byte);
    printf("%s\n", text);
    struct item items[] = {{"tin", 3}, {"iron", 9}, {"gold", 1}, {"zinc", 4}, {"lead", 2}};
    qsort(items, 5, sizeof items[0], by_rank);
    for (int i = 0; i < 5; i++)
        printf("%s%d ", items[i].name, items[i].rank);
    const char *names[] = {"pear", "apple", "fig", "quince", "date"};
    qsort(names, 5, sizeof names[0], by_text);
    for (int i = 0; i < 5; i++)
        printf("%s ", names[i]);
    struct item sorted[] = {{"a", 1}, {"c", 2}, {"e", 3}};
    struct item *hit = bsearch("c", sorted, 3, sizeof sorted[0], by_key);
    printf("\n%d %d\n", hit->rank, bsearch("b", sorted, 3, sizeof sorted[0], by_key) == NULL);
    qsort(v, 0, sizeof v[0], by_int);
    qsort(v, 1, sizeof v[0], by_int);
    printf("%d\n", v[0]);
    return 0;
}

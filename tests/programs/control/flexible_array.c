//@ verdict: verified
//@ output: native
//
// A flexible array member, allocated for the length it needs, grown by realloc;
// a zero-length array; an array at the end of a static object.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    size_t length;
    char data[];
};

struct numbers {
    short count;
    int values[];
};

static struct numbers fixed = {3, {10, 20, 30}};

static struct text *append(struct text *t, const char *s)
{
    size_t n = strlen(s), old = t ? t->length : 0;
    t = realloc(t, sizeof *t + old + n + 1);
    memcpy(t->data + old, s, n + 1);
    t->length = old + n;
    return t;
}

int main(void)
{
    struct text *t = NULL;
    static const char *const words[] = {"one", " ", "two", " ", "three"};
    for (int i = 0; i < 5; i++) {
        t = append(t, words[i]);
        printf("%zu %s\n", t->length, t->data);
    }
    free(t);
    struct numbers *n = malloc(sizeof *n + 5 * sizeof n->values[0]);
    n->count = 5;
    for (int i = 0; i < n->count; i++)
        n->values[i] = i * i;
    int total = 0;
    for (int i = 0; i < n->count; i++)
        total += n->values[i];
    for (int i = 0; i < fixed.count; i++)
        total += fixed.values[i];
    printf("%d %zu %zu\n", total, sizeof(struct text), sizeof(struct numbers));
    free(n);
    return 0;
}

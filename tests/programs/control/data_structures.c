//@ verdict: verified
//@ output: native
//
// Ordinary sequential code of some size: a binary tree, a hash table, a heap and a
// matrix, filled from a small generator.

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned state = 12345;

static unsigned next(void)
{
    state = state * 1103515245u + 12345u;
    return state >> 16 & 0x7fff;
}

struct tree {
    struct tree *left, *right;
    int key;
};

static struct tree *insert(struct tree *t, int key)
{
    if (t == NULL) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key) {
        t->left = insert(t->left, key);
    } else if (key > t->key) {
        t->right = insert(t->right, key);
    }
    return t;
}

static int walk(struct tree *t, int *previous)
{
    if (t == NULL)
        return 0;
    int n = walk(t->left, previous);
    assert(t->key > *previous);
    *previous = t->key;
    printf("%d ", t->key);
    n += 1 + walk(t->right, previous);
    free(t);
    return n;
}

enum { BUCKETS = 7 };
struct entry {
    struct entry *next;
    char word[8];
    int count;
};
static struct entry *table[BUCKETS];

static struct entry *lookup(const char *word)
{
    unsigned h = 5381;
    for (const char *p = word; *p; p++)
        h = h * 33 ^ (unsigned char)*p;
    struct entry **e = &table[h % BUCKETS];
    while (*e && strcmp((*e)->word, word) != 0)
        e = &(*e)->next;
    if (*e == NULL) {
        *e = calloc(1, sizeof **e);
        strcpy((*e)->word, word);
    }
    return *e;
}

static void sift(int *heap, int n, int i)
{
    for (int child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && heap[child + 1] > heap[child])
            child++;
        if (heap[i] >= heap[child])
            return;
        int t = heap[i];
        heap[i] = heap[child];
        heap[child] = t;
    }
}

int main(void)
{
    struct tree *tree = NULL;
    for (int i = 0; i < 40; i++)
        tree = insert(tree, (int)(next() % 100));
    int previous = -1;
    printf(": %d\n", walk(tree, &previous));

    static const char *const words[] = {"ape", "bat", "cat", "dog", "eel"};
    for (int i = 0; i < 50; i++)
        lookup(words[next() % 5])->count++;
    for (int b = 0; b < BUCKETS; b++)
        while (table[b]) {
            struct entry *e = table[b];
            printf("%d %s %d, ", b, e->word, e->count);
            table[b] = e->next;
            free(e);
        }
    printf("\n");

    int heap[32];
    for (int i = 0; i < 32; i++)
        heap[i] = (int)(next() % 1000);
    for (int i = 15; i >= 0; i--)
        sift(heap, 32, i);
    for (int n = 31; n > 0; n--) {
        int t = heap[0];
        heap[0] = heap[n];
        heap[n] = t;
        sift(heap, n, 0);
    }
    for (int i = 0; i < 32; i++)
        printf("%d ", heap[i]);
    printf("\n");

    int a[5][5], b[5][5], c[5][5];
    for (int i = 0; i < 25; i++) {
        a[i / 5][i % 5] = (int)(next() % 10);
        b[i / 5][i % 5] = (int)(next() % 10);
    }
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) {
            c[i][j] = 0;
            for (int k = 0; k < 5; k++)
                c[i][j] += a[i][k] * b[k][j];
            printf("%d ", c[i][j]);
        }
    printf("\n");
    return 0;
}

//@ verdict: verified
//@ clang: -Os
//@ output: native
//
// -Os: an interpreter loop, string building, a sorted list.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    char *key;
};

static struct node *insert(struct node *list, const char *key)
{
    struct node **at = &list;
    while (*at && strcmp((*at)->key, key) < 0)
        at = &(*at)->next;
    struct node *n = malloc(sizeof *n);
    n->key = strdup(key);
    n->next = *at;
    *at = n;
    return list;
}

static int evaluate(const char *s)
{
    int stack[8], top = 0;
    for (; *s; s++) {
        if (*s >= '0' && *s <= '9')
            stack[top++] = *s - '0';
        else if (*s != ' ') {
            int b = stack[--top], a = stack[--top];
            stack[top++] = *s == '+' ? a + b : *s == '-' ? a - b : *s == '*' ? a * b : b ? a / b : 0;
        }
    }
    return stack[0];
}

int main(void)
{
    printf("%d %d\n", evaluate("3 4 + 2 *"), evaluate("9 3 / 5 1 - -"));
    struct node *list = NULL;
    static const char *const words[] = {"warp", "weft", "heddle", "shuttle", "reed", "loom"};
    for (int i = 0; i < 6; i++)
        list = insert(list, words[i]);
    while (list) {
        struct node *n = list;
        printf("%s ", n->key);
        list = n->next;
        free(n->key);
        free(n);
    }
    printf("\n");
    return 0;
}

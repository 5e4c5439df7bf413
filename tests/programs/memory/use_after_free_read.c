//@ verdict: violation
//@ kind: memory
//@ detail: use-after-free
//@ line: 24
//
// Reads the link of a list node that was just freed.

#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    while (list != NULL) {
        free(list);
        list = list->next; // BUG
    }
    return 0;
}

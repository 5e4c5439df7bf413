// A list of heap objects grows, is gone through, and is given back.

#include <stdlib.h>

struct node {
    struct node *next;
    unsigned value;
};

static struct node *list;
static unsigned sum;

int main(void)
{
    for (unsigned i = 0; i < OBJECTS; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
    }
    for (struct node *node = list; node; node = node->next)
        sum += node->value;
    while (list) {
        struct node *node = list;
        list = node->next;
        free(node);
    }
    return 0;
}

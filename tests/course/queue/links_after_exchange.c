//@ fails: 4
//
// The end moves first, so that a queue looks empty until somebody else has gone on.

#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int item;
    struct node *_Atomic next;
};

static struct node dummy;
static struct node *_Atomic head = &dummy, *_Atomic tail = &dummy;

static struct node *new_node(int item)
{
    struct node *node = malloc(sizeof *node);
    node->item = item;
    atomic_init(&node->next, NULL);
    return node;
}

void enqueue(int item)
{
    struct node *node = new_node(item);
    struct node *last = atomic_exchange(&tail, node);
    last->next = node;
}

int dequeue(int *item)
{
    struct node *first = head;
    for (;;) {
        struct node *next = first->next;
        if (next == NULL)
            return 0;
        *item = next->item;
        if (atomic_compare_exchange_strong(&head, &first, next))
            return 1;
    }
}

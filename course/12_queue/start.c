// A queue as a list. `head` is a node whose item was taken already, `tail` the last node.

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
    struct node *last = tail;
    last->next = node;
    tail = node;
}

int dequeue(int *item)
{
    struct node *first = head, *next = first->next;
    if (next == NULL)
        return 0;
    *item = next->item;
    head = next;
    return 1;
}

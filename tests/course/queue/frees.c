//@ fails: 2
//
// Frees a node that others may still look at.

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
    for (;;) {
        struct node *last = tail, *next = last->next;
        if (next != NULL)
            atomic_compare_exchange_strong(&tail, &last, next);
        else if (atomic_compare_exchange_strong(&last->next, &next, node)) {
            atomic_compare_exchange_strong(&tail, &last, node);
            return;
        }
    }
}

int dequeue(int *item)
{
    for (;;) {
        struct node *first = head, *last = tail, *next = first->next;
        if (next == NULL)
            return 0;
        if (first == last) {
            atomic_compare_exchange_strong(&tail, &last, next);
            continue;
        }
        *item = next->item;
        if (atomic_compare_exchange_strong(&head, &first, next)) {
            if (first != &dummy)
                free(first);
            return 1;
        }
    }
}

//@ verdict: verified
//@ clang: -m32
//@ properties: default,data-race
//@ concurrent: yes
//
// The same with an exchange that is made only if nobody was faster.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    struct node *next;
};

static _Atomic(struct node *) head;

static void *put(void *node)
{
    struct node *n = node, *old = atomic_load(&head);
    do
        n->next = old;
    while (!atomic_compare_exchange_strong(&head, &old, n));
    return NULL;
}

int main(void)
{
    struct node nodes[2];
    pthread_t t;
    pthread_create(&t, NULL, put, &nodes[0]);
    put(&nodes[1]);
    pthread_join(t, NULL);
    struct node *first = head;
    assert(first->next && first->next != first && first->next->next == NULL);
    return 0;
}

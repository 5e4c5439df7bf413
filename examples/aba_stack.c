// A, B, A: a lock-free stack that gives its memory back.
//
// To pop, a thread reads the top node and that node's successor, then swings the
// top to the successor, if the top is still what it was. The comparison is meant
// to say "nobody was here in between". It does not: another thread may have
// popped the node, freed it, popped the next one, and pushed a new node, for
// which malloc hands out the old address. The top is what it was, the comparison
// succeeds, and the stack now begins with memory that was freed. Even before
// that, the thread may read the successor out of a node that is already gone.
//
// Expected: a violation, a use after free in pop().
//
//@ verdict: violation
//@ kind: memory
//@ detail: use-after-free
//@ line: 46
//@ concurrent: yes

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static _Atomic(struct node *) top;

static void push(void)
{
    struct node *node = calloc(1, sizeof *node);
    struct node *old = top;
    do
        node->next = old;
    while (!atomic_compare_exchange_weak(&top, &old, node));
}

static bool pop(void)
{
    struct node *old = top;
    struct node *next;
    do {
        if (old == NULL)
            return false;
        next = old->next; // can fail: the node may have been freed
    } while (!atomic_compare_exchange_weak(&top, &old, next));
    free(old);
    return true;
}

static void *once(void *unused)
{
    (void)unused;
    pop();
    return NULL;
}

int main(void)
{
    push();
    push();

    pthread_t thread;
    pthread_create(&thread, NULL, once, NULL);
    pop();
    pop();
    push();
    pthread_join(thread, NULL);

    while (pop())
        ;
    return 0;
}

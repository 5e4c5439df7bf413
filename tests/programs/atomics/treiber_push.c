//@ verdict: verified
//@ concurrent: yes
//
// A lock-free stack that is only pushed to: no node is lost.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    struct node *next;
};

static _Atomic(struct node *) top;
static struct node nodes[2];

static void push(struct node *n)
{
    struct node *old = top;
    do
        n->next = old;
    while (!atomic_compare_exchange_weak(&top, &old, n));
}

static void *work(void *unused)
{
    push(&nodes[1]);
    return unused;
}

int main(void)
{
    pthread_t t;
    int n = 0;
    pthread_create(&t, NULL, work, NULL);
    push(&nodes[0]);
    pthread_join(t, NULL);
    for (struct node *p = top; p != NULL; p = p->next)
        n++;
    assert(n == 2);
    return 0;
}

//@ verdict: violation
//@ kind: assertion
//@ clang: -m32
//@ concurrent: yes
//
// The head of a list is read and written by atomic operations, but not by one: a node is lost.

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
    struct node *n = node;
    n->next = head;
    head = n;
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
    assert(first->next != NULL);
    return 0;
}

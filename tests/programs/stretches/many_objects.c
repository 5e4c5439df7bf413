//@ verdict: verified
//@ symbolic: slow, thousands of rounds
//
// Many heap objects come and go, some while others wait; the numbers of some are looked at.

#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    struct node *next;
    unsigned value;
};

static struct node *list;
static unsigned length, buckets[4];

static void push(unsigned value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = list;
    list = node;
    length++;
}

static unsigned pop(void)
{
    struct node *node = list;
    unsigned value = node->value;
    list = node->next;
    length--;
    free(node);
    return value;
}

static void *work(void *unused)
{
    (void)unused;
    for (unsigned round = 0; round < 10; round++) {
        for (unsigned i = 0; i < 300; i++)
            push(i);
        buckets[(uintptr_t)list >> 32 & 3]++;
        for (unsigned i = 300; i-- > 10 * round;)
            assert(pop() == i);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    for (unsigned i = 0; i < 20; i++)
        push(i);
    buckets[(uintptr_t)list->next >> 32 & 3]++;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    for (unsigned i = 90; i-- > 0;)
        assert(pop() == i);
    while (list)
        pop();
    assert(length == 0);
    return 0;
}

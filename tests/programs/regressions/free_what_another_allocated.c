//@ verdict: verified
//@ concurrent: yes
//
// Nodes that main allocated are freed by whichever thread takes them first. Each node is
// taken once, so nothing is freed twice, in whatever order states are visited.

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct node {
    struct node *next;
    void *load;
};

static struct node *first, *last;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void append(void *load)
{
    struct node *node = malloc(sizeof *node);
    node->next = NULL;
    node->load = load;
    pthread_mutex_lock(&lock);
    if (last != NULL)
        last->next = node;
    else
        first = node;
    last = node;
    pthread_mutex_unlock(&lock);
}

static void *take(void)
{
    struct node *node;
    void *load;
    pthread_mutex_lock(&lock);
    node = first;
    load = node->load;
    first = node->next;
    if (first == NULL)
        last = NULL;
    pthread_mutex_unlock(&lock);
    free(node);
    return load;
}

static void *rotate(void *unused)
{
    append(take());
    return unused;
}

int main(void)
{
    pthread_t one, two;
    for (int i = 0; i < 3; i++)
        append(malloc(1));
    pthread_create(&one, NULL, rotate, NULL);
    pthread_create(&two, NULL, rotate, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    for (int i = 0; i < 3; i++)
        free(take());
    return 0;
}

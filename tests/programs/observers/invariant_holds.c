//@ verdict: verified
//@ options: --invariant is_sorted --invariant is_reachable
//@ concurrent: yes
//
// Invariants that walk a list through memory of other threads, call functions, have
// local arrays and pass their addresses on, and leave no trace of that in any state.

#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int is_sorted(void);
int is_reachable(void);

static void note(int *values, int *count, const struct node *node)
{
    if (*count < 4)
        values[(*count)++] = node->value;
}

int is_sorted(void)
{
    int values[4], count = 0;
    for (const struct node *node = first; node; node = node->next)
        note(values, &count, node);
    for (int i = 1; i < count; i++)
        if (values[i - 1] > values[i])
            return 0;
    return 1;
}

int is_reachable(void)
{
    struct node **end = &first;
    while (*end)
        end = &(*end)->next;
    return end != NULL;
}

static void insert(struct node *node)
{
    pthread_mutex_lock(&lock);
    struct node **at = &first;
    while (*at && (*at)->value < node->value)
        at = &(*at)->next;
    node->next = *at;
    *at = node;
    pthread_mutex_unlock(&lock);
}

static struct node *make(int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    return node;
}

static void *work(void *unused)
{
    insert(make(2));
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    insert(make(3));
    insert(make(1));
    pthread_join(thread, NULL);
    return 0;
}

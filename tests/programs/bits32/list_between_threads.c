//@ verdict: verified
//@ clang: -m32
//@ properties: default,data-race
//@ concurrent: yes
//
// Two threads put nodes into a list under a lock; whoever takes the list gets all of them.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *list;

static void *put(void *value)
{
    struct node *n = malloc(sizeof *n);
    n->value = *(int *)value;
    pthread_mutex_lock(&lock);
    n->next = list;
    list = n;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    int values[2] = {3, 5};
    pthread_t t;
    pthread_create(&t, NULL, put, &values[0]);
    put(&values[1]);
    pthread_join(t, NULL);
    int sum = 0, count = 0;
    while (list) {
        struct node *n = list;
        list = n->next;
        sum += n->value;
        count++;
        free(n);
    }
    assert(count == 2 && sum == 8);
    return 0;
}

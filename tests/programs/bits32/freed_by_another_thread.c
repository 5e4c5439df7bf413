//@ verdict: violation
//@ kind: memory
//@ detail: use-after-free
//@ clang: -m32
//@ concurrent: yes
//
// One thread reads through a pointer in a shared structure after the other has freed what it
// points to.

#include <pthread.h>
#include <stdlib.h>

static struct {
    int *first, *second;
} shared;

static void *end(void *unused)
{
    free(shared.second);
    return unused;
}

int main(void)
{
    pthread_t t;
    shared.first = malloc(sizeof(int));
    shared.second = malloc(sizeof(int));
    *shared.first = *shared.second = 1;
    pthread_create(&t, NULL, end, NULL);
    int seen = *shared.first + *shared.second;
    pthread_join(t, NULL);
    free(shared.first);
    return seen - 2;
}

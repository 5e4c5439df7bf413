//@ verdict: violation
//@ kind: memory
//@ detail: null-dereference
//@ line: 18
//@ options: --invariant is_small
//@ concurrent: yes
//
// An invariant that goes wrong itself is the program's fault like any other.

#include <pthread.h>
#include <stddef.h>

static int value, *current = &value;

int is_small(void);
int is_small(void)
{
    return *current < 10; // BUG
}

static void *work(void *unused)
{
    current = NULL;
    current = &value;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}

//@ verdict: violation
//@ kind: spin-deadlock
//@ concurrent: yes
//@ symbolic: bounded, loop
//
// Each of two threads waits for the other's flag before it sets its own. Nobody is blocked, and
// nobody ever gets on.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int left, right;

static void *first(void *unused)
{
    while (!atomic_load(&right))
        continue;
    atomic_store(&left, 1);
    return unused;
}

static void *second(void *unused)
{
    while (!atomic_load(&left))
        continue;
    atomic_store(&right, 1);
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&other, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}

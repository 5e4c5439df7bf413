//@ verdict: violation
//@ kind: invariant
//@ line: 16
//@ concurrent: yes
//@ symbolic: unknown, __heddle_invariant
//
// An invariant that the program itself registers, after it has made it true: that it was
// false before is nothing wrong.

#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int inside = 7;

static int is_exclusive(void) // BUG
{
    return inside <= 1;
}

static void *enter(void *unused)
{
    inside++;
    inside--;
    return unused;
}

int main(void)
{
    pthread_t thread;
    inside = 0;
    heddle_invariant(is_exclusive);
    pthread_create(&thread, NULL, enter, NULL);
    enter(NULL);
    pthread_join(thread, NULL);
    return 0;
}

//@ verdict: violation
//@ kind: assertion
//@ concurrent: yes
//
// Which address a new object gets depends on what was freed before: when the schedule is
// replayed, it must be the same as in the search.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static char *second, *third;
static volatile int ticks;

static void *work(void *unused)
{
    ticks = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    char *first;
    pthread_create(&thread, NULL, work, NULL);
    first = malloc(1);
    second = malloc(1);
    free(first);
    first = NULL;
    ticks = 2;
    third = malloc(1);
    if (third > second)
        assert(!"above");
    else
        assert(!"below");
    pthread_join(thread, NULL);
    return 0;
}

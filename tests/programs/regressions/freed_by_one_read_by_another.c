//@ verdict: violation
//@ kind: memory
//@ detail: use-after-free
//@ concurrent: yes
//
// Main's object is freed by one thread and read by another, while main itself does
// nothing: that the object is gone is part of the state all the same.

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int *number;
static volatile int ticks, seen;

static void *discard(void *unused)
{
    free(number);
    ticks = 1;
    ticks = 2;
    return unused;
}

static void *look(void *unused)
{
    if (ticks == 2)
        seen = *number;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    number = malloc(sizeof *number);
    *number = 7;
    pthread_create(&one, NULL, discard, NULL);
    pthread_create(&two, NULL, look, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}

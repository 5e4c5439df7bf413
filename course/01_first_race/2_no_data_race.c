//@ requirement: No data race, also if someone asks for the total meanwhile
//@ options: --property data-race
//@ hint: A data race is two accesses to one variable at the same time, one of them a write. Reading counts.
//@ hint: `total` reads what `count` writes. It has to be kept apart from it in the same way.

#include <pthread.h>

void count(void);
int total(void);

static void *door(void *unused)
{
    count();
    return unused;
}

int main(void)
{
    pthread_t left, right;
    pthread_create(&left, NULL, door, NULL);
    pthread_create(&right, NULL, door, NULL);
    total();
    pthread_join(left, NULL);
    pthread_join(right, NULL);
}

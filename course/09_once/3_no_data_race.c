//@ requirement: No data race
//@ options: --property data-race
//@ hint: The first look is without the lock. What is needed for a variable that one thread reads while another one may write it?
//@ hint: Make the flag atomic. What was written before it was set can then be read by whoever sees it set.

#include <pthread.h>
#include <stddef.h>

const int *configuration(void);

int load(void)
{
    return 42;
}

static void *ask(void *unused)
{
    int seen = *configuration();
    (void)seen;
    return unused;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, ask, NULL);
    ask(NULL);
    pthread_join(other, NULL);
}

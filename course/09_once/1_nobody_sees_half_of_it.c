//@ requirement: Whoever asks gets the whole configuration
//@ hint: What did the thread see that made it believe that all was loaded?
//@ hint: Say that it is loaded when it is loaded, not before.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

const int *configuration(void);

int load(void)
{
    return 42;
}

static void *ask(void *unused)
{
    assert(*configuration() == 42);
    return unused;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, ask, NULL);
    ask(NULL);
    pthread_join(other, NULL);
}

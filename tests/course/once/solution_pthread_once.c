// What the library has for it.

#include <pthread.h>

int load(void);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value;

static void load_it(void)
{
    value = load();
}

const int *configuration(void)
{
    pthread_once(&once, load_it);
    return &value;
}

// A configuration that is loaded when it is first asked for.

#include <pthread.h>

int load(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;
static int is_loaded;

const int *configuration(void)
{
    if (!is_loaded) {
        pthread_mutex_lock(&mutex);
        is_loaded = 1;
        value = load();
        pthread_mutex_unlock(&mutex);
    }
    return &value;
}

// Looks twice, at an atomic flag.

#include <pthread.h>
#include <stdatomic.h>

int load(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;
static atomic_int is_loaded;

const int *configuration(void)
{
    if (!is_loaded) {
        pthread_mutex_lock(&mutex);
        if (!is_loaded) {
            value = load();
            is_loaded = 1;
        }
        pthread_mutex_unlock(&mutex);
    }
    return &value;
}

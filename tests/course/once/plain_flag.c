//@ fails: 3
//
// Right if nobody looked at the flag without the lock.

#include <pthread.h>

int load(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;
static int is_loaded;

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

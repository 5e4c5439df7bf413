// A gate that is closed at first, and opened once.

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static atomic_int is_open;

void wait_until_open(void)
{
    if (is_open)
        return;
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&opened, &mutex);
    pthread_mutex_unlock(&mutex);
}

void open_gate(void)
{
    is_open = 1;
    pthread_cond_signal(&opened);
}

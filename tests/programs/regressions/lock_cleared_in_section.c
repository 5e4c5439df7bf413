//@ verdict: violation
//@ kind: lock-misuse
//@ line: 19
//@ concurrent: yes
//
// As when a mutex is cleared while it is held, but inside an atomic section: what that
// touches is known only when it is made.

#include <heddle.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    (void)argument;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    heddle_atomic_begin();
    memset(&mutex, 0, sizeof mutex);
    heddle_atomic_end();
    pthread_join(thread, NULL);
    return 0;
}

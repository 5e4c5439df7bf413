//@ verdict: violation
//@ kind: lock-misuse
//@ line: 18
//@ concurrent: yes
//
// The mutex is cleared while a thread holds it, so that the thread gives back what
// is not locked. Unlocking cannot be taken for a step that no one notices here.

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
    memset(&mutex, 0, sizeof mutex);
    pthread_join(thread, NULL);
    return 0;
}

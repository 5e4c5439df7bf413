//@ verdict: verified
//@ concurrent: yes
//
// A thread that waits for a condition variable does not look at the mutex before it is woken.

#include <pthread.h>
#include <stdlib.h>

static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waits;

static void *wait(void *mutex)
{
    pthread_mutex_lock(mutex);
    waits = 1;
    pthread_cond_wait(&cond, mutex);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_t *mutex = malloc(sizeof *mutex);
    pthread_mutex_init(mutex, NULL);
    pthread_create(&thread, NULL, wait, mutex);
    pthread_mutex_lock(mutex);
    int is_waiting = waits;
    pthread_mutex_unlock(mutex);
    if (is_waiting)
        free(mutex);
    exit(0);
}

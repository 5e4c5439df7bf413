//@ verdict: violation
//@ kind: deadlock
//@ concurrent: yes
//@ switches: 6
//
// As condition_broadcast.c, with signal: it wakes only one of the two.

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static bool open_door;

static void *visitor(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (!open_door)
        pthread_cond_wait(&opened, &mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, visitor, NULL);
    pthread_create(&b, NULL, visitor, NULL);
    pthread_mutex_lock(&mutex);
    open_door = true;
    pthread_cond_signal(&opened);
    pthread_mutex_unlock(&mutex);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

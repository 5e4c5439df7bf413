//@ verdict: violation
//@ kind: spin-deadlock
//@ concurrent: yes
//@ symbolic: bounded, loop
//
// A lock that its owner has taken with it is tried again and again.

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *owner(void *unused)
{
    pthread_mutex_lock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, owner, NULL);
    while (pthread_mutex_trylock(&mutex) != 0)
        continue;
    pthread_mutex_unlock(&mutex);
    return 0;
}

//@ verdict: violation
//@ kind: lock-misuse
//@ line: 29
//@ concurrent: yes
//
// A mutex is destroyed while the thread may hold it.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void *work(void *unused)
{
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    while (!done)
        ;
    pthread_mutex_destroy(&mutex); // BUG
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: violation
//@ kind: lock-misuse
//@ line: 16
//@ concurrent: yes
//
// A thread unlocks the mutex that main holds. (main holds it from before the
// thread exists until after it has ended.)

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_unlock(&mutex); // BUG
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&mutex);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}

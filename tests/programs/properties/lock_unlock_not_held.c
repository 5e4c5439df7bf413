//@ verdict: violation
//@ kind: lock-misuse
//@ line: 15
//
// A mutex is unlocked that nobody holds.

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_unlock(&mutex); // BUG
    return 0;
}

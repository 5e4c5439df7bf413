//@ verdict: violation
//@ kind: lock-misuse
//@ line: 14
//
// Waiting on a condition variable without holding the mutex.

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void)
{
    pthread_cond_wait(&condition, &mutex); // BUG
    return 0;
}

//@ verdict: violation
//@ kind: lock-misuse
//@ line: 15
//
// A mutex is initialized again while it is locked.

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_init(&mutex, NULL); // BUG
    return 0;
}

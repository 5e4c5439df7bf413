//@ verdict: violation
//@ kind: lock-misuse
//@ clang: -m32
//
// The kind of a mutex, which tells that it was destroyed, is elsewhere than in 64-bit programs.

#include <pthread.h>

int main(void)
{
    pthread_mutex_t lock;
    pthread_mutex_init(&lock, NULL);
    pthread_mutex_destroy(&lock);
    pthread_mutex_lock(&lock);
    return 0;
}

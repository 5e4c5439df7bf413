//@ verdict: verified
//@ properties: livelock
//@ temporal: yes
//
// Nobody moves any more, so nobody goes round: that is for --property deadlock.

#include <pthread.h>
#include <stddef.h>

int main(void)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    return 0;
}

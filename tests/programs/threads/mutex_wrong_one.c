//@ verdict: violation
//@ kind: assertion
//@ line: 30
//@ concurrent: yes
//
// Each thread takes a mutex, but not the same one.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int counter;

static void *work(void *mutex)
{
    pthread_mutex_lock(mutex);
    counter++;
    pthread_mutex_unlock(mutex);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, &mutexes[0]);
    pthread_create(&b, NULL, work, &mutexes[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2); // BUG
    return 0;
}

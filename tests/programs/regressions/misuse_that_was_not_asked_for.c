//@ verdict: unknown
//@ reason: lock-misuse was not asked for
//@ properties: assertion
//
// What comes after undefined behaviour means nothing, and is no proof.

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_unlock(&mutex);
    assert(0);
}

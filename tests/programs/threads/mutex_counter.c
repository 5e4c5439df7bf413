//@ verdict: verified
//@ properties: default,data-race
//@ concurrent: yes
//
// A counter under a mutex that was initialized at run time.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex;
static int counter;

static void *work(void *unused)
{
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    assert(pthread_mutex_init(&mutex, NULL) == 0);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    assert(pthread_mutex_destroy(&mutex) == 0);
    return 0;
}

//@ verdict: verified
//@ concurrent: yes
//@ properties: assertion
//
// Of two waiting threads a signal wakes one; the other waits until the process ends.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiting, woken;

static void *wait(void *unused)
{
    pthread_mutex_lock(&mutex);
    waiting++;
    pthread_cond_wait(&cond, &mutex);
    woken++;
    assert(woken == 1);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, wait, NULL);
    pthread_mutex_lock(&mutex);
    if (waiting == 2)
        pthread_cond_signal(&cond);
    pthread_mutex_unlock(&mutex);
    pthread_join(threads[0], NULL);
    return 0;
}

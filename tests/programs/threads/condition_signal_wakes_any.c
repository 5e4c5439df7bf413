//@ verdict: violation
//@ kind: assertion
//@ line: 43
//@ concurrent: yes
//@ switches: 6
//
// Which of two waiting threads a signal wakes is open: it need not be the first.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiting, first;

static void *wait(void *number)
{
    pthread_mutex_lock(&mutex);
    waiting++;
    pthread_cond_wait(&cond, &mutex);
    if (!first)
        first = *(int *)number;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    static int numbers[] = {1, 2};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, wait, &numbers[i]);
    pthread_mutex_lock(&mutex);
    if (waiting == 2)
        pthread_cond_signal(&cond);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    int seen = first;
    pthread_mutex_unlock(&mutex);
    if (!seen)
        return 0;
    assert(seen == 1); // BUG
    return 0;
}

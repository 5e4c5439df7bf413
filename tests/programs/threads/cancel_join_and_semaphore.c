//@ verdict: verified
//@ concurrent: yes
//
// A thread is cancelled while it joins another; one that was cancelled takes nothing from a
// semaphore.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_t main_thread;
static sem_t sem;

static void *join(void *unused)
{
    pthread_join(main_thread, NULL);
    assert(!"main waits for this thread");
    return unused;
}

static void *take(void *unused)
{
    pthread_cancel(pthread_self());
    sem_wait(&sem);
    assert(!"this thread was cancelled");
    return unused;
}

int main(void)
{
    pthread_t joiner, taker;
    void *result = NULL;
    int value = 0;
    main_thread = pthread_self();
    sem_init(&sem, 0, 1);
    pthread_create(&joiner, NULL, join, NULL);
    pthread_cancel(joiner);
    assert(pthread_join(joiner, &result) == 0 && result == PTHREAD_CANCELED);
    pthread_create(&taker, NULL, take, NULL);
    assert(pthread_join(taker, &result) == 0 && result == PTHREAD_CANCELED);
    assert(sem_getvalue(&sem, &value) == 0 && value == 1);
    return 0;
}

// N producers and a consumer with a condition variable and one slot.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int slot;

static void *producer(void *argument) {
    pthread_mutex_lock(&lock);
    while (slot != 0)
        pthread_cond_wait(&changed, &lock);
    slot = (int)(long)argument + 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    int sum = 0;
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, producer, (void *)i);
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&lock);
        while (slot == 0)
            pthread_cond_wait(&changed, &lock);
        sum += slot;
        slot = 0;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(sum == N * (N + 1) / 2);
    return 0;
}

// N - 1 threads write one number under its lock, and then the next under another; the last one looks
// at both in between: wrong.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 100
#endif

static pthread_mutex_t first_lock, second_lock;
static int first, second;

static void *writer(void *unused) {
    (void)unused;
    pthread_mutex_lock(&first_lock);
    first = 1;
    pthread_mutex_unlock(&first_lock);
    pthread_mutex_lock(&second_lock);
    second = first + 1;
    pthread_mutex_unlock(&second_lock);
    return NULL;
}

static void *reader(void *unused) {
    (void)unused;
    pthread_mutex_lock(&first_lock);
    if (first == 0) {
        pthread_mutex_unlock(&first_lock);
        return NULL;
    }
    int found = first;
    pthread_mutex_unlock(&first_lock);
    pthread_mutex_lock(&second_lock);
    int next = second;
    pthread_mutex_unlock(&second_lock);
    assert(next == found + 1);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    pthread_mutex_init(&first_lock, NULL);
    pthread_mutex_init(&second_lock, NULL);
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, i < N - 1 ? writer : reader, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

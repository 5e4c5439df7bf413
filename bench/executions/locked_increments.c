// N threads that add one to a number under a lock, twice each.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 4
#endif

static pthread_mutex_t lock;
static int number;

static void *adder(void *unused) {
    (void)unused;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        number++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    pthread_mutex_init(&lock, NULL);
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, adder, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(number == 2 * N);
    return 0;
}

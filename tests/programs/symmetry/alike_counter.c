//@ verdict: verified
//@ concurrent: yes
//
// Three threads that are all alike, and a main thread that waits for them one after the other.

#include <assert.h>
#include <pthread.h>

enum { THREADS = 3, ROUNDS = 1 };

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        counter++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    assert(counter == THREADS * ROUNDS);
    return 0;
}

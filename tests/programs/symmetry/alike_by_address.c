//@ verdict: violation
//@ kind: assertion
//@ concurrent: yes
//
// Threads are alike until one looks at whose variable comes first in memory.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t end;
static int *places[2];
static int next;

static void *work(void *unused)
{
    int own = 0;
    pthread_mutex_lock(&lock);
    int place = next++;
    pthread_mutex_unlock(&lock);
    // From here on it is decided who is in which place, and nobody knows a variable yet.
    pthread_mutex_lock(&lock);
    places[place] = &own;
    if (places[1 - place])
        assert(places[0] < places[1]);
    pthread_mutex_unlock(&lock);
    pthread_barrier_wait(&end);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_barrier_init(&end, NULL, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

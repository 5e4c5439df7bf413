//@ verdict: verified
//@ concurrent: yes
//
// A lock is cleared and made again while no one uses it: before there are threads,
// and between two of them.

#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex;
static int shared;

static void *worker(void *argument)
{
    (void)argument;
    pthread_mutex_lock(&mutex);
    shared++;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    for (int round = 0; round < 2; round++) {
        memset(&mutex, 0, sizeof mutex);
        pthread_mutex_init(&mutex, NULL);
        pthread_t first, second;
        pthread_create(&first, NULL, worker, NULL);
        pthread_create(&second, NULL, worker, NULL);
        pthread_join(first, NULL);
        pthread_join(second, NULL);
    }
    return shared == 4 ? 0 : 1;
}

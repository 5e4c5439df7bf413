//@ verdict: verified
//@ concurrent: yes
//
// Two threads allocate, and the first to come has its object in the first place.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int *first, *second;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    int *number = malloc(sizeof *number);
    *number = 7;
    pthread_mutex_lock(&lock);
    if (first)
        second = number;
    else
        first = number;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(first != second && *first == 7 && *second == 7);
    free(first);
    free(second);
    return 0;
}

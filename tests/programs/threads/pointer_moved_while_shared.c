//@ verdict: verified
//@ concurrent: yes
//
// A pointer that one thread moves along an array, and the other one reads: how far it can come is
// not known beforehand, but that it stays in the array is.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *first, *end;

static void *look(void *argument)
{
    (void)argument;
    pthread_mutex_lock(&mutex);
    if (first != end)
        assert(*first == 7);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int *room = malloc(4 * sizeof *room);
    first = end = room;
    pthread_create(&thread, NULL, look, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&mutex);
        *end = 7;
        end++;
        pthread_mutex_unlock(&mutex);
    }
    pthread_join(thread, NULL);
    assert(end - first == 2);
    free(room);
}

//@ verdict: violation
//@ kind: assertion
//@ line: 37
//@ concurrent: yes
//@ switches: 5
//
// Two threads are alike, but the bytes of the lock tell which of them has it, and
// someone looks at them.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    (void)argument;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, worker, NULL);
    pthread_create(&threads[1], NULL, worker, NULL);
    char before[sizeof mutex], after[sizeof mutex];
    memcpy(before, &mutex, sizeof mutex);
    memcpy(after, &mutex, sizeof mutex);
    const char unlocked[sizeof mutex] = {0};
    int locked_before = memcmp(before, unlocked, sizeof mutex) != 0;
    int locked_after = memcmp(after, unlocked, sizeof mutex) != 0;
    // One thread has it first, and then the other.
    assert(!locked_before || !locked_after || memcmp(before, after, sizeof mutex) == 0);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}

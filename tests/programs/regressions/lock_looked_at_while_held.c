//@ verdict: violation
//@ kind: assertion
//@ line: 34
//@ concurrent: yes
//
// The bytes of a lock are read like any others, which tells whether a thread holds it.

#include <assert.h>
#include <pthread.h>
#include <string.h>

static struct {
    int before;
    pthread_mutex_t mutex;
    int after;
} shared = {1, PTHREAD_MUTEX_INITIALIZER, 2};

static void *worker(void *argument)
{
    (void)argument;
    pthread_mutex_lock(&shared.mutex);
    pthread_mutex_unlock(&shared.mutex);
    return NULL;
}

int main(void)
{
    const pthread_mutex_t unlocked = shared.mutex;
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    shared.before = 3;
    shared.after = 4;
    int is_free = memcmp(&shared.mutex, &unlocked, sizeof unlocked) == 0;
    assert(is_free);
    pthread_join(thread, NULL);
    return 0;
}

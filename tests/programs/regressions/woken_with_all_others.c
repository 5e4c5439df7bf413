//@ verdict: violation
//@ kind: assertion
//@ line: 35
//@ properties: assertion
//@ concurrent: yes
//
// A broadcast wakes all threads that wait, also the last of those that another thread creates
// in a loop of a length that is not known. The first one waits the same way, so that nothing
// but the number of threads is new with the last.

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool is_open;
static int numbers[] = {0, 1, 2, 3};

static void *visitor(void *argument)
{
    bool has_waited = false;
    int number = *(int *)argument;
    if (number == 1 || number == 2)
        return NULL;
    pthread_mutex_lock(&lock);
    if (!is_open) {
        has_waited = true;
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
    if (number == 3)
        assert(!has_waited); // BUG
    return NULL;
}

static void *host(void *unused)
{
    int count = heddle_choose(6);
    for (int i = 0; i < count && i < 4; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, visitor, &numbers[i]);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, host, NULL);
    pthread_mutex_lock(&lock);
    is_open = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    pthread_exit(NULL);
}

//@ verdict: violation
//@ kind: assertion
//@ line: 29
//@ concurrent: yes
//
// The result of trylock is not looked at. (The mutex is never unlocked, so that
// nothing else is wrong here.)

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *work(void *unused)
{
    pthread_mutex_trylock(&mutex);
    counter++;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    assert(counter == 2); // BUG
    return 0;
}

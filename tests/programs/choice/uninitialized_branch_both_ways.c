//@ verdict: verified
//@ concurrent: yes
//
// A branch on a value that nobody wrote goes both ways, if uninitialized values are not looked
// for, while other threads run; whichever way it goes, all is well.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int *p = malloc(sizeof *p);
    int expected = 1;
    pthread_create(&thread, NULL, work, NULL);
    if (*p > 3) {
        work(NULL);
        expected++;
    }
    pthread_join(thread, NULL);
    assert(shared == expected);
    free(p);
    return 0;
}

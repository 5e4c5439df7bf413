//@ verdict: violation
//@ kind: assertion
//@ line: 40
//@ concurrent: yes
//
// Of two threads that are alike one is joined and the other detached. Joining them once
// more tells which is which.

#include <assert.h>
#include <errno.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int seen;

static void *worker(void *argument)
{
    return argument;
}

static void get_rid_of(pthread_t first, pthread_t second)
{
    if (heddle_choose(2)) {
        pthread_join(first, NULL);
        pthread_detach(second);
    } else {
        pthread_detach(first);
        pthread_join(second, NULL);
    }
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&second, NULL, worker, NULL);
    get_rid_of(first, second);
    seen = 1;
    assert(pthread_join(first, NULL) != ESRCH);
    return 0;
}

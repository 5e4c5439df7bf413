//@ verdict: violation
//@ kind: assertion
//@ line: 17
//@ concurrent: yes
//
// pthread_exit in main does not end the process: the thread runs on, and fails.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int main_left;

static void *work(void *unused)
{
    assert(main_left == 0); // BUG
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    main_left = 1;
    pthread_exit(NULL);
}

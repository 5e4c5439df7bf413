//@ verdict: violation
//@ kind: assertion
//@ concurrent: yes
//
// Main gives up its run right after it started a thread; what the thread does before that
// happens all the same.

#include <pthread.h>
#include <stddef.h>

#include "heddle.h"

static void *work(void *unused)
{
    heddle_assert(unused != NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    heddle_assume(0);
    return 0;
}

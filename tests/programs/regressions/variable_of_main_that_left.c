//@ verdict: violation
//@ kind: memory
//@ detail: use-after-return
//@ line: 17
//@ properties: default,data-race
//@ concurrent: yes
//
// Main leaves by pthread_exit, and its variables with it. That one of them is used later is no
// race with the exit.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static void *worker(void *lent)
{
    *(int *)lent = heddle_choose(2); // BUG
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int of_main = 1;
    pthread_create(&thread, NULL, worker, &of_main);
    pthread_exit(NULL);
}

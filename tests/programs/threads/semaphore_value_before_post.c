//@ verdict: violation
//@ kind: assertion
//@ line: 28
//@ concurrent: yes
//
// A semaphore is asked before it is posted, which a post that is made early would hide.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t sem;

static void *work(void *unused)
{
    sem_post(&sem);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int value;
    sem_init(&sem, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    sem_getvalue(&sem, &value);
    assert(value == 1); // BUG
    return 0;
}

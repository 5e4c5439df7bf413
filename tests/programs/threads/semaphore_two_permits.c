//@ verdict: violation
//@ kind: assertion
//@ line: 21
//@ concurrent: yes
//
// A semaphore that starts at two lets two in.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static sem_t permit;
static atomic_int inside;

static void *work(void *unused)
{
    sem_wait(&permit);
    inside++;
    assert(inside == 1); // BUG
    inside--;
    sem_post(&permit);
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&permit, 0, 2);
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}

//@ verdict: violation
//@ kind: assertion
//@ concurrent: yes
//
// sem_getvalue of a private semaphore writes to shared memory, which others can see
// happen after what came before.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static int flag, value = 5;

static void *work(void *unused)
{
    sem_t mine;
    sem_init(&mine, 0, 7);
    flag = 1;
    sem_getvalue(&mine, &value);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    if (flag)
        assert(value == 7); // BUG
    pthread_join(t, NULL);
}

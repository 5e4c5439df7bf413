//@ verdict: violation
//@ kind: assertion
//@ line: 25
//@ concurrent: yes
//@ symbolic: slow, thousands of rounds
//
// A thread that alone can move writes over the lock that another waits for: that one can go on then,
// in the middle of what follows.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t held;
static unsigned count;

static void *waits(void *unused)
{
    (void)unused;
    sem_wait(&held);
    pthread_mutex_lock(&lock);
    // The other thread comes by here once more than it has to.
    assert(count != 2600); // BUG
    return NULL;
}

int main(void)
{
    pthread_t thread;
    sem_init(&held, 0, 0);
    pthread_mutex_lock(&lock);
    pthread_create(&thread, NULL, waits, NULL);
    sem_post(&held);
    unsigned char *bytes = (unsigned char *)&lock;
    for (unsigned i = 0; i < 2700; i++) {
        count++;
        if (i == 2550)
            for (unsigned j = 0; j < sizeof lock; j++)
                bytes[j] = 0;
    }
    return 0;
}

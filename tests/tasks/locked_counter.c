/* Two threads add one to a counter under a lock. */
#include <assert.h>
#include <pthread.h>

extern void reach_error(void);

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    if (counter != 2)
        reach_error();
    /* Fails, which is no call of reach_error. */
    assert(counter == 3);
    return 0;
}

//@ verdict: violation
//@ properties: deadlock
//@ kind: deadlock
//@ concurrent: yes
//
// Whoever comes too late reads a variable of main that is gone. That is not looked for, but
// such a step must not go further only because others have exited.

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void *work(void *argument)
{
    int *value = argument;
    *value = *value + 3;
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&never, &mutex); // BUG
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t worker;
    int of_main = 1;
    pthread_create(&worker, NULL, work, &of_main);
    pthread_detach(worker);
    pthread_exit(NULL);
}

//@ verdict: violation
//@ kind: assertion
//@ line: 45
//@ concurrent: yes
//
// Which of two waiting threads is woken is chosen by an instruction in the middle of a section.

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting, woken[2], last;

static void *work(void *argument)
{
    long number = (long)argument;
    pthread_mutex_lock(&mutex);
    waiting++;
    pthread_cond_wait(&changed, &mutex);
    woken[number] = 1;
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    pthread_mutex_lock(&mutex);
    heddle_assume(waiting == 2);
    pthread_mutex_unlock(&mutex);

    heddle_atomic_begin();
    pthread_cond_signal(&changed);
    last = 3;
    heddle_atomic_end();

    pthread_mutex_lock(&mutex);
    int is_second = woken[1];
    pthread_mutex_unlock(&mutex);
    assert(!is_second);
    _Exit(0);
}

//@ switches: 5

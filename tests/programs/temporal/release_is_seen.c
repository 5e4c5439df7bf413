//@ verdict: violation
//@ kind: ltl
//@ options: --ltl 'G("inside != 2")' --property ltl
//@ temporal: yes
//
// The formula is about a variable that changes between two lock operations of different
// locks; giving back a lock must not hide the states around it.

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static volatile int inside;

static void *first(void *argument)
{
    (void)argument;
    pthread_mutex_lock(&one);
    inside++;
    pthread_mutex_unlock(&one);
    pthread_mutex_lock(&one);
    inside--;
    pthread_mutex_unlock(&one);
    return NULL;
}

static void *second(void *argument)
{
    (void)argument;
    pthread_mutex_lock(&two);
    inside++;
    pthread_mutex_unlock(&two);
    pthread_mutex_lock(&two);
    inside--;
    pthread_mutex_unlock(&two);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}

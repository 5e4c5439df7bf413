//@ verdict: verified
//@ concurrent: yes
//
// Thread-specific data: each thread sees its own value, which starts as NULL;
// the destructor gets the value when a thread ends that has set one.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_key_t key;
static int destroyed;

static void destroy(void *value)
{
    assert(pthread_getspecific(key) == NULL);
    destroyed += *(int *)value;
}

static void *work(void *arg)
{
    assert(pthread_getspecific(key) == NULL);
    if (*(int *)arg != 0)
        pthread_setspecific(key, arg);
    assert(pthread_getspecific(key) == (*(int *)arg != 0 ? arg : NULL));
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int five = 5, zero = 0;
    assert(pthread_key_create(&key, destroy) == 0);
    pthread_setspecific(key, &zero);
    pthread_create(&a, NULL, work, &five);
    pthread_create(&b, NULL, work, &zero);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(destroyed == 5);
    assert(pthread_getspecific(key) == &zero);
    assert(pthread_key_delete(key) == 0);
    return 0;
}

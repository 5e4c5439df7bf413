//@ verdict: verified
//@ concurrent: yes
//
// A destructor that sets the value again is called again; pthread_exit runs
// destructors too, on its way out of a nested call.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_key_t key;
static int calls;
static int marks[2];

static void destroy(void *value)
{
    calls++;
    if (value == &marks[0])
        pthread_setspecific(key, &marks[1]);
}

static void leave(void) { pthread_exit(NULL); }

static void *work(void *unused)
{
    pthread_setspecific(key, &marks[0]);
    leave();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    assert(calls == 2);
    return 0;
}

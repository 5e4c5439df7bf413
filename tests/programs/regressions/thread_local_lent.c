//@ verdict: verified
//@ concurrent: yes
//
// A thread-local variable begins with its initial value, for the thread itself and for another
// one that was given its address. The thread stays as long as it is lent.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Thread_local int own = 5;
static int *_Atomic lent;
static pthread_mutex_t stay = PTHREAD_MUTEX_INITIALIZER;

static void *owner(void *unused)
{
    lent = &own;
    assert(own == 5);
    pthread_mutex_lock(&stay);
    pthread_mutex_unlock(&stay);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&stay);
    pthread_create(&thread, NULL, owner, NULL);
    int *found = lent;
    if (found != NULL) {
        assert(*found == 5);
        *found = 5;
    }
    pthread_mutex_unlock(&stay);
    pthread_join(thread, NULL);
    return 0;
}

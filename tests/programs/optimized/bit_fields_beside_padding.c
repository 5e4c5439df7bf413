//@ verdict: verified
//@ clang: -O1
//@ properties: all
//@ concurrent: yes
//
// Fields of one word are counted up, counted down and set by two threads, under a lock. The last
// byte of the word is padding, which nobody writes, and arithmetic is done with the whole word.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct {
    unsigned running : 1, errors : 3;
    signed last : 5;
    unsigned handled : 12;
} state = {.running = 1};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    state.handled++;
    state.errors--;
    state.last = -3;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, work, NULL);
    work(NULL);
    pthread_join(other, NULL);
    assert(state.running && state.handled == 2 && state.errors == 6 && state.last == -3);
    return 0;
}

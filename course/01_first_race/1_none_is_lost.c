//@ requirement: No visitor is lost
//@ hint: Look at the run: which number does each thread read, and which does it write?
//@ hint: `visitors++` is three steps: read, add, write. The other thread may move between any two of them.
//@ hint: Let one thread at a time do all three: with a mutex around them, or as one atomic operation.

#include <assert.h>
#include <pthread.h>

void count(void);
int total(void);

static void *door(void *unused)
{
    count();
    count();
    return unused;
}

int main(void)
{
    pthread_t left, right;
    pthread_create(&left, NULL, door, NULL);
    pthread_create(&right, NULL, door, NULL);
    pthread_join(left, NULL);
    pthread_join(right, NULL);
    assert(total() == 4);
    assert(total() == 4);
}

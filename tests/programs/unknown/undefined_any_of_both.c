//@ verdict: violation
//@ kind: assertion
//@ options: --undefined any
//@ concurrent: yes
//
// Both values of a function that nobody defines are looked at, in each thread.

#include <assert.h>
#include <pthread.h>

extern _Bool is_open(int door);

static void *look(void *result)
{
    *(int *)result = is_open(1);
    return 0;
}

int main(void)
{
    int first = 0, second = 0;
    pthread_t thread;
    pthread_create(&thread, 0, look, &first);
    look(&second);
    pthread_join(thread, 0);
    assert(first == second); // BUG
    return 0;
}

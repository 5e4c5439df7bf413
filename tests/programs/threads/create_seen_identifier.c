//@ verdict: violation
//@ kind: assertion
//@ line: 16
//@ concurrent: yes
//
// A thread reads the identifier of another one before that is created.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t first, second;

static void *look(void *unused)
{
    assert(second); // BUG
    return unused;
}

static void *nothing(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_create(&first, NULL, look, NULL);
    pthread_create(&second, NULL, nothing, NULL);
    pthread_join(first, NULL);
    return 0;
}

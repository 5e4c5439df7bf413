//@ verdict: verified
//@ clang: -m32
//@ concurrent: yes
//
// Threads end with pointers, have variables of their own, and names of four bytes.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static _Thread_local int own;
static _Thread_local int *to_own = NULL;

static void *work(void *argument)
{
    own = *(int *)argument;
    to_own = &own;
    *(int *)argument = *to_own + 1;
    if (own == 2)
        pthread_exit((char *)argument + 1);
    return argument;
}

int main(void)
{
    _Static_assert(sizeof(pthread_t) == 4, "as long");
    int values[2] = {1, 2};
    pthread_t threads[2];
    void *results[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &values[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], &results[i]);
    assert(results[0] == &values[0] && results[1] == (char *)&values[1] + 1);
    assert(values[0] == 2 && values[1] == 3 && own == 0 && to_own == NULL);
    assert(!pthread_equal(threads[0], pthread_self()));
    return 0;
}

//@ verdict: verified
//@ clang: -m32
//@ concurrent: yes
//
// Functions are called through pointers of four bytes in shared structures.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int twice(int x)
{
    return 2 * x;
}

static int next(int x)
{
    return x + 1;
}

static struct operation {
    int argument;
    int (*function)(int);
} operations[2] = {{4, twice}, {5, next}};
static struct operation *volatile chosen = &operations[0];

static void *choose(void *unused)
{
    chosen = &operations[1];
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, choose, NULL);
    struct operation operation = *chosen;
    int result = operation.function(operation.argument);
    assert(result == 8 || result == 6);
    pthread_join(t, NULL);
    assert(chosen->function == next && chosen - operations == 1);
    return 0;
}

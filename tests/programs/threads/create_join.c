//@ verdict: verified
//@ concurrent: yes
//
// A thread gets its argument, and join gets its result.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int numbers[2] = {3, 4};

static void *square(void *arg)
{
    int *n = arg;
    *n *= *n;
    return n;
}

int main(void)
{
    pthread_t a, b;
    void *ra, *rb;
    assert(pthread_create(&a, NULL, square, &numbers[0]) == 0);
    assert(pthread_create(&b, NULL, square, &numbers[1]) == 0);
    assert(pthread_join(b, &rb) == 0);
    assert(pthread_join(a, &ra) == 0);
    assert(ra == &numbers[0] && rb == &numbers[1]);
    assert(numbers[0] == 9 && numbers[1] == 16);
    return 0;
}

//@ verdict: verified
//@ options: --engine bmc
//@ clang: -m32
//
// Any index that is in range: also pointers to elements that other threads see.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static int array[8];
static int *_Atomic place;

static void *write(void *unused)
{
    *place = 1;
    return unused;
}

int main(void)
{
    unsigned index = __VERIFIER_nondet_uint();
    __VERIFIER_assume(index < 8);
    place = &array[index];
    pthread_t t;
    pthread_create(&t, NULL, write, NULL);
    pthread_join(t, NULL);
    assert(array[index] == 1 && place - array == (int)index);
    return 0;
}

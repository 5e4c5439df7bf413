#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
short __VERIFIER_nondet_short(void);
long __VERIFIER_nondet_long(void);
void __VERIFIER_nondet_memory(void *, unsigned long);

static int values[2];
static unsigned large;

static void *fill(void *argument)
{
    values[1] = __VERIFIER_nondet_int();
    return 0;
}

int main(void)
{
    pthread_t filler;
    char byte;
    values[0] = __VERIFIER_nondet_int();
    large = __VERIFIER_nondet_uint();
    short small = __VERIFIER_nondet_short();
    long wide = __VERIFIER_nondet_long();
    __VERIFIER_nondet_memory(&byte, 1);
    pthread_create(&filler, 0, fill, 0);
    pthread_join(filler, 0);
    assert(values[0] >= 0 || small >= 0 || wide >= 0 || values[1] != 5 || byte != 7);
    return 0;
}

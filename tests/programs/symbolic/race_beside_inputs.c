//@ verdict: unknown
//@ reason: input
//@ symbolic: verified, inputs of any width are no obstacle there
//@ note: the program has a data race, which is undefined behaviour: tests/programs/symbolic/race_beside_inputs.c:18
//
// Nobody asks for races, and no assertion fails; the search cannot follow the input, and the
// note is there all the same.

#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned hint;

static void *write_hint(void *value)
{
    hint = *(unsigned *)value;
    return 0;
}

int main(void)
{
    unsigned input = __VERIFIER_nondet_uint();
    pthread_t thread;
    pthread_create(&thread, 0, write_hint, &input);
    unsigned seen = hint;
    pthread_join(thread, 0);
    if (input > 1000000)
        assert(seen == 0 || seen > 1000000);
    return 0;
}

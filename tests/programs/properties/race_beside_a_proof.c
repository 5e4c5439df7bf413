//@ verdict: verified
//@ note: the program has a data race, which is undefined behaviour: tests/programs/properties/race_beside_a_proof.c:13
//@ concurrent: yes
//
// Nobody asks for races, and no assertion fails; but there is one.

#include <pthread.h>

static int hint;

static void *write_hint(void *value)
{
    hint = *(int *)value;
    return 0;
}

int main(void)
{
    static int one = 1;
    pthread_t thread;
    pthread_create(&thread, 0, write_hint, &one);
    int seen = hint;
    pthread_join(thread, 0);
    return seen == 2;
}

//@ verdict: verified
//@ properties: default,data-race
//@ concurrent: yes
//
// Reads alone never race; writes before create and after join do not either.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int table[2];

static void *work(void *unused)
{
    assert(table[0] + table[1] == 3);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    table[0] = 1;
    table[1] = 2;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    table[0] = 5;
    return 0;
}

//@ verdict: verified
//@ clang: -mcx16
//@ concurrent: yes
//
// A pointer and a counter exchanged as one, 16 bytes wide: the reader never
// sees a half of each.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

typedef unsigned __int128 pair;

static pair shared __attribute__((aligned(16)));

static void *writer(void *unused)
{
    pair old = 0, new = (pair)7 << 64 | 7;
    assert(__sync_bool_compare_and_swap(&shared, old, new));
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pair seen = __sync_val_compare_and_swap(&shared, (pair)1, (pair)1);
    assert((unsigned long)(seen >> 64) == (unsigned long)seen);
    pthread_join(t, NULL);
    assert((unsigned long)shared == 7);
    return 0;
}

//@ verdict: verified
//@ properties: default,data-race
//@ concurrent: yes
//
// A pair of 16 bytes that threads exchange, read and write atomically: by an instruction, and by the
// calls of the library that some clangs make where others have an instruction.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

typedef unsigned __int128 number;

typedef struct {
    long version, value;
} pair;

static union {
    _Alignas(16) number number;
    pair pair;
} shared;

void library_load(size_t n, const void *from, void *to, int order) __asm__("__atomic_load");
_Bool library_replace(size_t n, void *object, void *expected, void *fresh, int success,
                      int failure) __asm__("__atomic_compare_exchange");

static pair load(const pair *p)
{
    pair seen;
    library_load(sizeof seen, p, &seen, __ATOMIC_SEQ_CST);
    return seen;
}

static _Bool replace(pair *p, pair expected, pair fresh)
{
    return library_replace(sizeof fresh, p, &expected, &fresh, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

static void *exchanger(void *unused)
{
    __sync_val_compare_and_swap(&shared.number, (number)0, (number)1 << 64 | 1);
    return unused;
}

static void *writer(void *unused)
{
    replace(&shared.pair, (pair){1, 1}, (pair){2, 2});
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, exchanger, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pair seen = load(&shared.pair);
    assert(seen.version == seen.value);
    number all = __atomic_load_n(&shared.number, __ATOMIC_ACQUIRE);
    assert((unsigned long)(all >> 64) == (unsigned long)all);
    assert((long)all >= seen.version);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pair *p = &shared.pair;
    pair fresh = {3, 4};
    __atomic_exchange(p, &fresh, &seen, __ATOMIC_SEQ_CST);
    assert(seen.version == 1 || seen.version == 2);
    assert(!replace(p, (pair){3, 3}, (pair){9, 9}) && replace(p, (pair){3, 4}, (pair){5, 6}));
    assert(load(p).version == 5 && load(p).value == 6);
    __atomic_store(p, &fresh, __ATOMIC_RELEASE);
    assert(shared.pair.version == 3 && shared.pair.value == 4);
    return 0;
}

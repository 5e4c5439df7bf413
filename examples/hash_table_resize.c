// A hash table that grows while somebody looks something up.
//
// The table has few slots at first. One thread fills a larger one from it, and tells the
// others: so many slots, and there they are. These are two steps. A reader that comes between
// them looks into the small table with the number of slots of the large one, and so behind
// its end; but only if its key belongs into the upper half. The key is an input, of all
// values:
//
//     heddle check --engine bmc examples/hash_table_resize.c
//     heddle check --engine bmc examples/hash_table_resize.c -- -DFIXED
//
// With -DFIXED the number is in the table itself, so that one pointer tells both. (A table
// that was replaced is kept, since somebody may still look at it.)
//
// Expected: a violation, an access out of bounds; verified with -DFIXED.
//
//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ line: 75
//@ options: --engine bmc

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

unsigned __VERIFIER_nondet_uint(void);

enum { SMALL = 2, LARGE = 4 };

// A slot holds a key, or zero.
static atomic_uint small_slots[SMALL], large_slots[LARGE];

#ifdef FIXED
struct table {
    unsigned count;
    atomic_uint *slots;
};

static struct table small = {SMALL, small_slots}, large = {LARGE, large_slots};
static struct table *_Atomic current = &small;
#else
static atomic_uint current_count = SMALL;
static atomic_uint *_Atomic current_slots = small_slots;
#endif

static unsigned home(unsigned key, unsigned count)
{
    return (key * 2654435769u >> 24) & (count - 1);
}

static void *grow(void *unused)
{
    (void)unused;
    for (int i = 0; i < SMALL; i++)
        if (small_slots[i] != 0)
            large_slots[home(small_slots[i], LARGE)] = small_slots[i];
#ifdef FIXED
    current = &large;
#else
    current_count = LARGE;
    current_slots = large_slots; // until here they are fewer than that
#endif
    return NULL;
}

static int has(unsigned key)
{
#ifdef FIXED
    struct table *table = current;
    return table->slots[home(key, table->count)] == key;
#else
    atomic_uint *slots = current_slots;
    return slots[home(key, current_count)] == key; // BUG
#endif
}

int main(void)
{
    pthread_t thread;
    unsigned key = __VERIFIER_nondet_uint();
    if (key == 0)
        return 0;
    small_slots[home(key, SMALL)] = key;
    pthread_create(&thread, NULL, grow, NULL);
    assert(has(key));
    pthread_join(thread, NULL);
    assert(has(key));
    return 0;
}

/*
 * Thread-specific data: keys with destructors.
 *
 * Keys are shared and touched in atomic sections only. The values of a thread are a
 * list of its own, so that getting and setting them is no concern of other threads.
 *
 * A key is an index, and above it how often the index was deleted. So a value that was
 * set under a deleted key is never taken for one of the key that has its index now, and
 * nobody has to walk the lists of other threads when a key is deleted.
 */
#include "internal.h"

#include <errno.h>
#include <limits.h>

enum { INDEX_BITS = 10, INDEX_MASK = (1 << INDEX_BITS) - 1 };

_Static_assert(PTHREAD_KEYS_MAX == 1 << INDEX_BITS, "an index has ten bits");

struct key {
    struct key *next; /* the one with the next index */
    pthread_key_t key;
    int is_live;
    void (*destructor)(void *);
};

struct value {
    struct value *next;
    pthread_key_t key;
    void *value;
};

static struct key *keys;
static _Thread_local struct value *values;

/* --- Keys ------------------------------------------------------------------ */

/* The lowest index that is free, as a dead key; NULL if there are too many. */
static struct key *free_key(void)
{
    struct key **place = &keys;
    pthread_key_t index = 0;
    for (; *place; place = &(*place)->next, index++)
        if (!(*place)->is_live)
            return *place;
    if (index == PTHREAD_KEYS_MAX)
        return NULL;
    *place = __heddle_malloc(sizeof **place, _Alignof(struct key));
    **place = (struct key){.key = index};
    return *place;
}

int pthread_key_create(pthread_key_t *result, void (*destructor)(void *))
{
    pthread_key_t key = 0;
    __heddle_atomic_begin();
    struct key *fresh = free_key();
    if (fresh) {
        fresh->is_live = 1;
        fresh->destructor = destructor;
        key = fresh->key;
    }
    __heddle_atomic_end();
    if (!fresh)
        return EAGAIN;
    *result = key;
    return 0;
}

/* The live key of that number, or NULL. */
static struct key *find_key(pthread_key_t key)
{
    for (struct key *k = keys; k; k = k->next)
        if (k->key == key && k->is_live)
            return k;
    return NULL;
}

int pthread_key_delete(pthread_key_t key)
{
    __heddle_atomic_begin();
    struct key *k = find_key(key);
    if (k) {
        k->is_live = 0;
        k->destructor = NULL;
        k->key += 1 << INDEX_BITS;
    }
    __heddle_atomic_end();
    return k ? 0 : EINVAL;
}

static void (*destructor_of(pthread_key_t key))(void *)
{
    __heddle_atomic_begin();
    struct key *k = find_key(key);
    void (*destructor)(void *) = k ? k->destructor : NULL;
    __heddle_atomic_end();
    return destructor;
}

/* --- Values ---------------------------------------------------------------- */

/* Calls the destructors of all values there are now; 0 if there was none to call. */
static int destroy_values(void)
{
    int called = 0;
    for (struct value *v = values; v; v = v->next) {
        void *value = v->value;
        if (!value)
            continue;
        v->value = NULL;
        void (*destructor)(void *) = destructor_of(v->key);
        if (destructor) {
            destructor(value);
            called = 1;
        }
    }
    return called;
}

/* A destructor may set values again; they get a few more rounds, as POSIX has it. */
static void end_values(void)
{
    for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++)
        if (!destroy_values())
            break;
    while (values) {
        struct value *v = values;
        values = v->next;
        __heddle_free(v);
    }
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    struct value **place = &values;
    while (*place && ((*place)->key & INDEX_MASK) != (key & INDEX_MASK))
        place = &(*place)->next;
    if (!*place) {
        if (!value)
            return 0;
        *place = __heddle_malloc(sizeof **place, _Alignof(struct value));
        (*place)->next = NULL;
        __heddle_thread_hooks.keys = end_values;
    }
    (*place)->key = key;
    (*place)->value = (void *)value;
    return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
    for (struct value *v = values; v; v = v->next)
        if (v->key == key)
            return v->value;
    return NULL;
}

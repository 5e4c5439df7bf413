/*
 * Thread-specific data: keys with destructors.
 *
 * Keys are shared and changed in atomic sections only. The values of a thread are a
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

/*
 * The C++ library may have a key from the beginning, the first, which is not in the list: threads use it as
 * they begin and end, and what never changes is no concern of others.
 */
void __heddle_first_key_destructor(void *value) __attribute__((weak));

static struct key *keys;
static _Thread_local struct value *values;

/* --- Keys ------------------------------------------------------------------ */

/* The lowest index that is free, as a dead key; NULL if there are too many. */
static struct key *free_key(void)
{
    struct key **place = &keys;
    pthread_key_t index = __heddle_first_key_destructor ? 1 : 0;
    for (; *place; place = &(*place)->next, index++)
        if (!(*place)->is_live)
            return *place;
    if (index == PTHREAD_KEYS_MAX)
        return NULL;
    struct key *fresh = __heddle_malloc(sizeof *fresh, _Alignof(struct key));
    *fresh = (struct key){.key = index};
    __atomic_store_n(place, fresh, __ATOMIC_RELEASE);
    return fresh;
}

int pthread_key_create(pthread_key_t *result, void (*destructor)(void *))
{
    pthread_key_t key = 0;
    __heddle_atomic_begin();
    struct key *fresh = free_key();
    if (fresh) {
        fresh->is_live = 1;
        __atomic_store_n(&fresh->destructor, destructor, __ATOMIC_RELEASE);
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
        __atomic_store_n(&k->destructor, NULL, __ATOMIC_RELEASE);
        __atomic_store_n(&k->key, k->key + (1 << INDEX_BITS), __ATOMIC_RELEASE);
    }
    __heddle_atomic_end();
    return k ? 0 : EINVAL;
}

/*
 * The destructor of a live key, or NULL. Every thread that has values asks for it at its end: in an
 * atomic section, of which nothing is known beforehand, that would meet all that others do, while these
 * loads meet only changes of keys. A key that has been deleted meanwhile has another number.
 */
static void (*destructor_of(pthread_key_t key))(void *)
{
    if (key == 0 && __heddle_first_key_destructor)
        return __heddle_first_key_destructor;
    struct key *k = __atomic_load_n(&keys, __ATOMIC_ACQUIRE);
    while (k && __atomic_load_n(&k->key, __ATOMIC_ACQUIRE) != key)
        k = __atomic_load_n(&k->next, __ATOMIC_ACQUIRE);
    if (!k)
        return NULL;
    void (*destructor)(void *) = __atomic_load_n(&k->destructor, __ATOMIC_ACQUIRE);
    return __atomic_load_n(&k->key, __ATOMIC_ACQUIRE) == key ? destructor : NULL;
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

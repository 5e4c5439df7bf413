/*
 * The library calls that clang emits for atomic objects which have no instruction: those
 * of 16 bytes, of odd sizes, or not aligned. Each is one atomic section; the memory
 * order is sequentially consistent whatever was asked for.
 *
 * The generic functions have names that are builtins of the compiler, hence the labels.
 */
#include "internal.h"

#include <stdint.h>
#include <string.h>

/* --- Any size -------------------------------------------------------------- */

void heddle_atomic_load(size_t n, const void *from, void *to, int order)
    __asm__("__atomic_load");
void heddle_atomic_store(size_t n, void *to, const void *from, int order)
    __asm__("__atomic_store");
void heddle_atomic_exchange(size_t n, void *object, const void *fresh, void *old, int order)
    __asm__("__atomic_exchange");
_Bool heddle_atomic_compare_exchange(size_t n, void *object, void *expected, const void *fresh,
                                     int success, int failure)
    __asm__("__atomic_compare_exchange");
_Bool heddle_atomic_is_lock_free(size_t n, const volatile void *object)
    __asm__("__atomic_is_lock_free");

/*
 * Copies an atomic object, or to one. Both accesses count as atomic: none races with an
 * instruction on the same object, such as a compare-exchange of 16 bytes. heddle knows this
 * function by its name.
 */
__attribute__((noinline)) void __heddle_copy_atomically(void *to, const void *from, size_t n);
void __heddle_copy_atomically(void *to, const void *from, size_t n)
{
    __builtin_memcpy(to, from, n);
}

/* The largest object for which there are instructions; larger ones meet these functions only. */
#define LARGEST 16

/* What others may read and write meanwhile is the object; the other operand is the caller's. */
static void load(size_t n, const void *object, void *to)
{
    if (n <= LARGEST) {
        unsigned char copy[LARGEST];
        __heddle_copy_atomically(copy, object, n);
        __builtin_memcpy(to, copy, n);
    } else
        __builtin_memcpy(to, object, n);
}

static void store(size_t n, void *object, const void *from)
{
    if (n <= LARGEST) {
        unsigned char copy[LARGEST];
        __builtin_memcpy(copy, from, n);
        __heddle_copy_atomically(object, copy, n);
    } else
        __builtin_memcpy(object, from, n);
}

void heddle_atomic_load(size_t n, const void *from, void *to, int order)
{
    (void)order;
    __heddle_atomic_begin();
    load(n, from, to);
    __heddle_atomic_end();
}

void heddle_atomic_store(size_t n, void *to, const void *from, int order)
{
    (void)order;
    __heddle_atomic_begin();
    store(n, to, from);
    __heddle_atomic_end();
}

void heddle_atomic_exchange(size_t n, void *object, const void *fresh, void *old, int order)
{
    (void)order;
    __heddle_atomic_begin();
    load(n, object, old);
    store(n, object, fresh);
    __heddle_atomic_end();
}

_Bool heddle_atomic_compare_exchange(size_t n, void *object, void *expected, const void *fresh,
                                     int success, int failure)
{
    (void)success, (void)failure;
    __heddle_atomic_begin();
    unsigned char copy[LARGEST];
    const void *found = object;
    if (n <= LARGEST) {
        __heddle_copy_atomically(copy, object, n);
        found = copy;
    }
    _Bool is_equal = memcmp(found, expected, n) == 0;
    if (is_equal)
        store(n, object, fresh);
    else
        __builtin_memcpy(expected, found, n);
    __heddle_atomic_end();
    return is_equal;
}

_Bool heddle_atomic_is_lock_free(size_t n, const volatile void *object)
{
    (void)object;
    return n == 1 || n == 2 || n == 4 || n == 8;
}

/* --- Sizes with a name of their own ---------------------------------------- */

/*
 * The object as a number, in pieces for which there are instructions: each access is atomic, and
 * the section around them makes all of them one.
 */
static inline void load_number(size_t n, const volatile void *object, void *to)
{
    size_t piece = n % sizeof(size_t) == 0 ? sizeof(size_t) : 1;
    for (size_t i = 0; i < n / piece; i++)
        if (piece == 1)
            ((uint8_t *)to)[i] =
                __atomic_load_n((const volatile uint8_t *)object + i, __ATOMIC_SEQ_CST);
        else
            ((size_t *)to)[i] =
                __atomic_load_n((const volatile size_t *)object + i, __ATOMIC_SEQ_CST);
}

static inline void store_number(size_t n, volatile void *object, const void *from)
{
    size_t piece = n % sizeof(size_t) == 0 ? sizeof(size_t) : 1;
    for (size_t i = 0; i < n / piece; i++)
        if (piece == 1)
            __atomic_store_n((volatile uint8_t *)object + i, ((const uint8_t *)from)[i],
                             __ATOMIC_SEQ_CST);
        else
            __atomic_store_n((volatile size_t *)object + i, ((const size_t *)from)[i],
                             __ATOMIC_SEQ_CST);
}

/* A function that reads the object, changes it and returns what it was. */
#define READ_MODIFY_WRITE(name, type, result)                                                     \
    type name(volatile void *object, type value, int order);                                      \
    type name(volatile void *object, type value, int order)                                       \
    {                                                                                              \
        (void)order;                                                                               \
        __heddle_atomic_begin();                                                                   \
        type old;                                                                                  \
        load_number(sizeof old, object, &old);                                                     \
        type fresh = (type)(result);                                                               \
        store_number(sizeof fresh, object, &fresh);                                                \
        __heddle_atomic_end();                                                                     \
        return old;                                                                                \
    }

#define SIZED(n, type)                                                                            \
    type __atomic_load_##n(const volatile void *object, int order);                               \
    type __atomic_load_##n(const volatile void *object, int order)                                \
    {                                                                                              \
        (void)order;                                                                               \
        __heddle_atomic_begin();                                                                   \
        type value;                                                                                \
        load_number(sizeof value, object, &value);                                                 \
        __heddle_atomic_end();                                                                     \
        return value;                                                                              \
    }                                                                                              \
    void __atomic_store_##n(volatile void *object, type value, int order);                        \
    void __atomic_store_##n(volatile void *object, type value, int order)                         \
    {                                                                                              \
        (void)order;                                                                               \
        __heddle_atomic_begin();                                                                   \
        store_number(sizeof value, object, &value);                                                \
        __heddle_atomic_end();                                                                     \
    }                                                                                              \
    _Bool __atomic_compare_exchange_##n(volatile void *object, void *expected, type fresh,        \
                                        int success, int failure);                                \
    _Bool __atomic_compare_exchange_##n(volatile void *object, void *expected, type fresh,        \
                                        int success, int failure)                                 \
    {                                                                                              \
        (void)success, (void)failure;                                                              \
        __heddle_atomic_begin();                                                                   \
        type old;                                                                                  \
        load_number(sizeof old, object, &old);                                                     \
        _Bool is_equal = old == *(type *)expected;                                                 \
        if (is_equal)                                                                              \
            store_number(sizeof fresh, object, &fresh);                                            \
        else                                                                                       \
            *(type *)expected = old;                                                               \
        __heddle_atomic_end();                                                                     \
        return is_equal;                                                                           \
    }                                                                                              \
    READ_MODIFY_WRITE(__atomic_exchange_##n, type, value)                                         \
    READ_MODIFY_WRITE(__atomic_fetch_add_##n, type, old + value)                                  \
    READ_MODIFY_WRITE(__atomic_fetch_sub_##n, type, old - value)                                  \
    READ_MODIFY_WRITE(__atomic_fetch_and_##n, type, old & value)                                  \
    READ_MODIFY_WRITE(__atomic_fetch_or_##n, type, old | value)                                   \
    READ_MODIFY_WRITE(__atomic_fetch_xor_##n, type, old ^ value)                                  \
    READ_MODIFY_WRITE(__atomic_fetch_nand_##n, type, ~(old & value))

SIZED(1, uint8_t)
SIZED(2, uint16_t)
SIZED(4, uint32_t)
SIZED(8, uint64_t)
#ifdef __SIZEOF_INT128__
SIZED(16, unsigned __int128)
#endif

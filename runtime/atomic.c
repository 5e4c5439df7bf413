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

void heddle_atomic_load(size_t n, const void *from, void *to, int order)
{
    (void)order;
    __heddle_atomic_begin();
    __builtin_memcpy(to, from, n);
    __heddle_atomic_end();
}

void heddle_atomic_store(size_t n, void *to, const void *from, int order)
{
    (void)order;
    __heddle_atomic_begin();
    __builtin_memcpy(to, from, n);
    __heddle_atomic_end();
}

void heddle_atomic_exchange(size_t n, void *object, const void *fresh, void *old, int order)
{
    (void)order;
    __heddle_atomic_begin();
    __builtin_memcpy(old, object, n);
    __builtin_memcpy(object, fresh, n);
    __heddle_atomic_end();
}

_Bool heddle_atomic_compare_exchange(size_t n, void *object, void *expected, const void *fresh,
                                     int success, int failure)
{
    (void)success, (void)failure;
    __heddle_atomic_begin();
    _Bool is_equal = memcmp(object, expected, n) == 0;
    if (is_equal)
        __builtin_memcpy(object, fresh, n);
    else
        __builtin_memcpy(expected, object, n);
    __heddle_atomic_end();
    return is_equal;
}

_Bool heddle_atomic_is_lock_free(size_t n, const volatile void *object)
{
    (void)object;
    return n == 1 || n == 2 || n == 4 || n == 8;
}

/* --- Sizes with a name of their own ---------------------------------------- */

/* A function that reads the object, changes it and returns what it was. */
#define READ_MODIFY_WRITE(name, type, result)                                                     \
    type name(volatile void *object, type value, int order);                                      \
    type name(volatile void *object, type value, int order)                                       \
    {                                                                                              \
        (void)order;                                                                               \
        __heddle_atomic_begin();                                                                   \
        type old = *(volatile type *)object;                                                       \
        *(volatile type *)object = (type)(result);                                                 \
        __heddle_atomic_end();                                                                     \
        return old;                                                                                \
    }

#define SIZED(n, type)                                                                            \
    type __atomic_load_##n(const volatile void *object, int order);                               \
    type __atomic_load_##n(const volatile void *object, int order)                                \
    {                                                                                              \
        (void)order;                                                                               \
        __heddle_atomic_begin();                                                                   \
        type value = *(const volatile type *)object;                                               \
        __heddle_atomic_end();                                                                     \
        return value;                                                                              \
    }                                                                                              \
    void __atomic_store_##n(volatile void *object, type value, int order);                        \
    void __atomic_store_##n(volatile void *object, type value, int order)                         \
    {                                                                                              \
        (void)order;                                                                               \
        __heddle_atomic_begin();                                                                   \
        *(volatile type *)object = value;                                                          \
        __heddle_atomic_end();                                                                     \
    }                                                                                              \
    _Bool __atomic_compare_exchange_##n(volatile void *object, void *expected, type fresh,        \
                                        int success, int failure);                                \
    _Bool __atomic_compare_exchange_##n(volatile void *object, void *expected, type fresh,        \
                                        int success, int failure)                                 \
    {                                                                                              \
        (void)success, (void)failure;                                                              \
        __heddle_atomic_begin();                                                                   \
        type old = *(volatile type *)object;                                                       \
        _Bool is_equal = old == *(type *)expected;                                                 \
        if (is_equal)                                                                              \
            *(volatile type *)object = fresh;                                                      \
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

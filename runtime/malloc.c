/*
 * The malloc family.
 *
 * Every allocation is an object of its own, and realloc always moves: a stale
 * pointer into the old place is found. An allocation fails when the machine chooses
 * so (--malloc-may-fail) and when no object could be that large.
 */
#include "internal.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

/* What malloc's result is aligned to, in both data models. */
enum { ALIGNMENT = 16 };

static void *allocate(size_t n, size_t align)
{
    if (n > PTRDIFF_MAX || __heddle_malloc_may_fail()) {
        errno = ENOMEM;
        return NULL;
    }
    return __heddle_malloc(n, align > ALIGNMENT ? align : ALIGNMENT);
}

void *malloc(size_t n)
{
    return allocate(n, ALIGNMENT);
}

void *calloc(size_t count, size_t size)
{
    size_t n;
    if (__builtin_mul_overflow(count, size, &n))
        n = SIZE_MAX;
    void *p = allocate(n, ALIGNMENT);
    if (p)
        __builtin_memset(p, 0, n);
    return p;
}

void free(void *p)
{
    if (p)
        __heddle_free(p);
}

void cfree(void *p)
{
    free(p);
}

/* As glibc has it, a new size of 0 frees the object. */
static void *reallocate(void *p, size_t n)
{
    if (!p)
        return allocate(n, ALIGNMENT);
    size_t old = __heddle_object_size(p);
    if (n == 0) {
        __heddle_free(p);
        return NULL;
    }
    void *moved = allocate(n, ALIGNMENT);
    if (moved) {
        __builtin_memcpy(moved, p, old < n ? old : n);
        __heddle_free(p);
    }
    return moved;
}

void *realloc(void *p, size_t n)
{
    return reallocate(p, n);
}

void *reallocarray(void *p, size_t count, size_t size)
{
    size_t n;
    if (__builtin_mul_overflow(count, size, &n))
        n = SIZE_MAX;
    return reallocate(p, n);
}

size_t malloc_usable_size(void *p)
{
    return p ? __heddle_object_size(p) : 0;
}

/* --- Alignment ------------------------------------------------------------- */

static int is_power_of_two(size_t n)
{
    return n && !(n & (n - 1));
}

static void *allocate_aligned(size_t align, size_t n)
{
    if (!is_power_of_two(align)) {
        errno = EINVAL;
        return NULL;
    }
    return allocate(n, align);
}

void *aligned_alloc(size_t align, size_t n)
{
    return allocate_aligned(align, n);
}

void *memalign(size_t align, size_t n)
{
    return allocate_aligned(align, n);
}

void *valloc(size_t n)
{
    return allocate(n, 4096);
}

/* Tells failure by its result alone, and leaves *p and errno as they were. */
int posix_memalign(void **p, size_t align, size_t n)
{
    if (!is_power_of_two(align) || align % sizeof(void *))
        return EINVAL;
    int saved = errno;
    void *fresh = allocate(n, align);
    errno = saved;
    if (!fresh)
        return ENOMEM;
    *p = fresh;
    return 0;
}

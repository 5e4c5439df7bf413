/*
 * new and delete, in all forms.
 *
 * An allocation fails as malloc does: when the machine chooses so (--malloc-may-fail), and when
 * no object could be that large. A program may replace any of these; the others are then made
 * of what it has replaced, as the standard says. Memory of new must be given back by delete,
 * that of new[] by delete[].
 *
 * Functions have the names that the Itanium C++ ABI gives them; the letter of size_t in them
 * depends on the data model.
 */
#include "cxx.h"

#include <stdint.h>

enum { NEW_ALIGNMENT = 16 };

/* --- The handler of failures --------------------------------------------------- */

static void (*new_handler)(void);

void (*_ZSt15get_new_handlerv(void))(void)
{
    __heddle_atomic_begin();
    void (*handler)(void) = new_handler;
    __heddle_atomic_end();
    return handler;
}

void (*_ZSt15set_new_handlerPFvvE(void (*handler)(void)))(void)
{
    __heddle_atomic_begin();
    void (*old)(void) = new_handler;
    new_handler = handler;
    __heddle_atomic_end();
    return old;
}

/* --- Allocation ------------------------------------------------------------------ */

/* It would have to catch what they throw. */
void __heddle_unmodelled_nothrow_new_with_a_new_handler(void);
void __heddle_unmodelled_nothrow_new_on_top_of_a_new_of_the_program(void);

/* Memory, or null. */
static void *try_to_allocate(size_t n, size_t align, int is_array)
{
    if (n > PTRDIFF_MAX || __heddle_malloc_may_fail())
        return NULL;
    return __heddle_new(n, align > NEW_ALIGNMENT ? align : NEW_ALIGNMENT, is_array);
}

static void *allocate(size_t n, size_t align, int is_array)
{
    void *p;
    while (!(p = try_to_allocate(n, align, is_array))) {
        void (*handler)(void) = _ZSt15get_new_handlerv();
        if (!handler)
            heddle_throw_bad_alloc();
        handler();
    }
    return p;
}

static void *allocate_or_null(size_t n, size_t align, int is_array)
{
    void *p = try_to_allocate(n, align, is_array);
    if (!p && _ZSt15get_new_handlerv())
        __heddle_unmodelled_nothrow_new_with_a_new_handler();
    return p;
}

static void release(void *p, int is_array)
{
    if (p)
        __heddle_delete(p, is_array);
}

/* std::nothrow; only its address is used. */
const char _ZSt7nothrow = 0;

/* What calls of a function here mean is not known before the program is linked. */
#define REPLACEABLE __attribute__((weak))

/* The functions that others are made of where the program replaces them. */
#define SINGLE(s)                                                                                  \
    REPLACEABLE void *_Znw##s(size_t n)                                                            \
    {                                                                                              \
        return allocate(n, NEW_ALIGNMENT, 0);                                                      \
    }                                                                                              \
    REPLACEABLE void *_Znw##s##St11align_val_t(size_t n, size_t align)                             \
    {                                                                                              \
        return allocate(n, align, 0);                                                              \
    }                                                                                              \
    REPLACEABLE void _ZdlPv(void *p)                                                               \
    {                                                                                              \
        release(p, 0);                                                                             \
    }                                                                                              \
    REPLACEABLE void _ZdlPvSt11align_val_t(void *p, size_t align)                                  \
    {                                                                                              \
        (void)align;                                                                               \
        release(p, 0);                                                                             \
    }

/* Their counterparts for arrays, which are made of them. */
#define ARRAY(s)                                                                                   \
    REPLACEABLE void *_Zna##s(size_t n)                                                            \
    {                                                                                              \
        return __heddle_is_replaced(_Znw##s) ? _Znw##s(n) : allocate(n, NEW_ALIGNMENT, 1);         \
    }                                                                                              \
    REPLACEABLE void *_Zna##s##St11align_val_t(size_t n, size_t align)                             \
    {                                                                                              \
        if (__heddle_is_replaced(_Znw##s##St11align_val_t))                                        \
            return _Znw##s##St11align_val_t(n, align);                                             \
        return allocate(n, align, 1);                                                              \
    }                                                                                              \
    REPLACEABLE void _ZdaPv(void *p)                                                               \
    {                                                                                              \
        if (__heddle_is_replaced(_ZdlPv))                                                          \
            _ZdlPv(p);                                                                             \
        else                                                                                       \
            release(p, 1);                                                                         \
    }                                                                                              \
    REPLACEABLE void _ZdaPvSt11align_val_t(void *p, size_t align)                                  \
    {                                                                                              \
        if (__heddle_is_replaced(_ZdlPvSt11align_val_t))                                           \
            _ZdlPvSt11align_val_t(p, align);                                                       \
        else                                                                                       \
            release(p, 1);                                                                         \
    }

/* The forms with a size or without exceptions, of new (w) and delete (l), or for arrays (a). */
#define REST(w, l, s, is_array)                                                                    \
    void *_Zn##w##s##RKSt9nothrow_t(size_t n, const void *nothrow)                                 \
    {                                                                                              \
        (void)nothrow;                                                                             \
        if (__heddle_is_replaced(_Zn##w##s) || __heddle_is_replaced(_Znw##s))                      \
            __heddle_unmodelled_nothrow_new_on_top_of_a_new_of_the_program();                      \
        return allocate_or_null(n, NEW_ALIGNMENT, is_array);                                       \
    }                                                                                              \
    void *_Zn##w##s##St11align_val_tRKSt9nothrow_t(size_t n, size_t align, const void *nothrow)    \
    {                                                                                              \
        (void)nothrow;                                                                             \
        if (__heddle_is_replaced(_Zn##w##s##St11align_val_t) ||                                    \
            __heddle_is_replaced(_Znw##s##St11align_val_t))                                        \
            __heddle_unmodelled_nothrow_new_on_top_of_a_new_of_the_program();                      \
        return allocate_or_null(n, align, is_array);                                               \
    }                                                                                              \
    void _Zd##l##Pv##s(void *p, size_t n)                                                          \
    {                                                                                              \
        (void)n;                                                                                   \
        _Zd##l##Pv(p);                                                                             \
    }                                                                                              \
    void _Zd##l##PvRKSt9nothrow_t(void *p, const void *nothrow)                                    \
    {                                                                                              \
        (void)nothrow;                                                                             \
        _Zd##l##Pv(p);                                                                             \
    }                                                                                              \
    void _Zd##l##Pv##s##St11align_val_t(void *p, size_t n, size_t align)                           \
    {                                                                                              \
        (void)n;                                                                                   \
        _Zd##l##PvSt11align_val_t(p, align);                                                       \
    }                                                                                              \
    void _Zd##l##PvSt11align_val_tRKSt9nothrow_t(void *p, size_t align, const void *nothrow)       \
    {                                                                                              \
        (void)nothrow;                                                                             \
        _Zd##l##PvSt11align_val_t(p, align);                                                       \
    }

#ifdef __LP64__
SINGLE(m)
ARRAY(m)
REST(w, l, m, 0)
REST(a, a, m, 1)
#else
SINGLE(j)
ARRAY(j)
REST(w, l, j, 0)
REST(a, a, j, 1)
#endif

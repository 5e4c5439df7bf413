/*
 * What C++ needs without exceptions and without its library: memory, guards of local
 * statics, destructors of thread_local objects, and the ends of all hope.
 *
 * Functions have the names that the Itanium C++ ABI gives them; the letter of size_t in
 * them depends on the data model.
 */
#include "internal.h"

#include <stdint.h>
#include <stdlib.h>

/* --- new and delete -------------------------------------------------------- */

enum { NEW_ALIGNMENT = 16 };

/* A failure would be an exception, so there is none. */
static void *allocate_always(size_t n, size_t align)
{
    return __heddle_malloc(n, align > NEW_ALIGNMENT ? align : NEW_ALIGNMENT);
}

static void *allocate_or_null(size_t n, size_t align)
{
    return __heddle_malloc_may_fail() ? NULL : allocate_always(n, align);
}

static void release(void *p)
{
    if (p)
        __heddle_free(p);
}

/* std::nothrow; only its address is used. */
const char _ZSt7nothrow = 0;

/* All forms of new (w) or new[] (a), where s is the letter of size_t. */
#define NEW(w, s)                                                                                 \
    void *_Zn##w##s(size_t n);                                                                    \
    void *_Zn##w##s(size_t n)                                                                     \
    {                                                                                              \
        return allocate_always(n, NEW_ALIGNMENT);                                                  \
    }                                                                                              \
    void *_Zn##w##s##RKSt9nothrow_t(size_t n, const void *nothrow);                               \
    void *_Zn##w##s##RKSt9nothrow_t(size_t n, const void *nothrow)                                \
    {                                                                                              \
        (void)nothrow;                                                                             \
        return allocate_or_null(n, NEW_ALIGNMENT);                                                 \
    }                                                                                              \
    void *_Zn##w##s##St11align_val_t(size_t n, size_t align);                                     \
    void *_Zn##w##s##St11align_val_t(size_t n, size_t align)                                      \
    {                                                                                              \
        return allocate_always(n, align);                                                          \
    }                                                                                              \
    void *_Zn##w##s##St11align_val_tRKSt9nothrow_t(size_t n, size_t align, const void *nothrow);  \
    void *_Zn##w##s##St11align_val_tRKSt9nothrow_t(size_t n, size_t align, const void *nothrow)   \
    {                                                                                              \
        (void)nothrow;                                                                             \
        return allocate_or_null(n, align);                                                         \
    }

/* All forms of delete (l) or delete[] (a). */
#define DELETE(l, s)                                                                              \
    void _Zd##l##Pv(void *p);                                                                     \
    void _Zd##l##Pv(void *p)                                                                      \
    {                                                                                              \
        release(p);                                                                                \
    }                                                                                              \
    void _Zd##l##Pv##s(void *p, size_t n);                                                        \
    void _Zd##l##Pv##s(void *p, size_t n)                                                         \
    {                                                                                              \
        (void)n;                                                                                   \
        release(p);                                                                                \
    }                                                                                              \
    void _Zd##l##PvRKSt9nothrow_t(void *p, const void *nothrow);                                  \
    void _Zd##l##PvRKSt9nothrow_t(void *p, const void *nothrow)                                   \
    {                                                                                              \
        (void)nothrow;                                                                             \
        release(p);                                                                                \
    }                                                                                              \
    void _Zd##l##PvSt11align_val_t(void *p, size_t align);                                        \
    void _Zd##l##PvSt11align_val_t(void *p, size_t align)                                         \
    {                                                                                              \
        (void)align;                                                                               \
        release(p);                                                                                \
    }                                                                                              \
    void _Zd##l##Pv##s##St11align_val_t(void *p, size_t n, size_t align);                         \
    void _Zd##l##Pv##s##St11align_val_t(void *p, size_t n, size_t align)                          \
    {                                                                                              \
        (void)n, (void)align;                                                                      \
        release(p);                                                                                \
    }                                                                                              \
    void _Zd##l##PvSt11align_val_tRKSt9nothrow_t(void *p, size_t align, const void *nothrow);     \
    void _Zd##l##PvSt11align_val_tRKSt9nothrow_t(void *p, size_t align, const void *nothrow)      \
    {                                                                                              \
        (void)align, (void)nothrow;                                                                \
        release(p);                                                                                \
    }

#ifdef __LP64__
NEW(w, m)
NEW(a, m)
DELETE(l, m)
DELETE(a, m)
#else
NEW(w, j)
NEW(a, j)
DELETE(l, j)
DELETE(a, j)
#endif

/* --- Guards of local statics ----------------------------------------------- */

/*
 * The compiler reads the first byte of the 8 bytes of a guard: not 0 once the object is
 * initialized. The second half is ours: a once that the initializing thread is in.
 */
struct guard {
    uint8_t is_done;
    uint8_t unused[3];
    pthread_once_t once;
};

int __cxa_guard_acquire(struct guard *guard);
int __cxa_guard_acquire(struct guard *guard)
{
    return __heddle_once_enter(&guard->once);
}

void __cxa_guard_release(struct guard *guard);
void __cxa_guard_release(struct guard *guard)
{
    __heddle_atomic_begin();
    __atomic_store_n(&guard->is_done, 1, __ATOMIC_RELEASE);
    __heddle_once_leave(&guard->once);
    __heddle_atomic_end();
}

void __cxa_guard_abort(struct guard *guard);
void __cxa_guard_abort(struct guard *guard)
{
    __heddle_once_abandon(&guard->once);
}

/* --- Destructors of thread_local objects ----------------------------------- */

struct destructor {
    struct destructor *next;
    void (*destroy)(void *);
    void *object;
};

static _Thread_local struct destructor *destructors;

/* The last constructed first; a destructor may construct more. */
static void destroy_locals(void)
{
    while (destructors) {
        struct destructor d = *destructors;
        __heddle_free(destructors);
        destructors = d.next;
        d.destroy(d.object);
    }
}

int __cxa_thread_atexit(void (*destroy)(void *), void *object, void *dso);
int __cxa_thread_atexit(void (*destroy)(void *), void *object, void *dso)
{
    (void)dso;
    struct destructor *d = __heddle_malloc(sizeof *d, _Alignof(struct destructor));
    *d = (struct destructor){destructors, destroy, object};
    destructors = d;
    __heddle_thread_hooks.locals = destroy_locals;
    return 0;
}

/* --- Ends ------------------------------------------------------------------ */

/* Each of these is a crash; its own name is in the stack of the report. */

_Noreturn void _ZSt9terminatev(void);
_Noreturn void _ZSt9terminatev(void)
{
    __heddle_abort();
}

_Noreturn void __cxa_pure_virtual(void);
_Noreturn void __cxa_pure_virtual(void)
{
    __heddle_abort();
}

_Noreturn void __cxa_deleted_virtual(void);
_Noreturn void __cxa_deleted_virtual(void)
{
    __heddle_abort();
}

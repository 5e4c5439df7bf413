/*
 * What C++ code calls beside new, delete and exceptions: guards of local statics, destructors
 * of thread_local objects, and the ends of all hope.
 *
 * Functions have the names that the Itanium C++ ABI gives them.
 */
#include "internal.h"

#include <stdint.h>
#include <stdlib.h>

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

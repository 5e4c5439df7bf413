/*
 * pthread_once. An initializer that is cancelled, exits or throws counts as never run, and
 * one of the waiting threads starts over.
 */
#include "internal.h"

/* PTHREAD_ONCE_INIT is a name for initializers; as a value it is 0. */
void __heddle_once_abandon(pthread_once_t *once)
{
    __heddle_atomic_begin();
    __heddle_once_leave(once);
    *once = PTHREAD_ONCE_INIT;
    __heddle_atomic_end();
}

static void abandon(void *once)
{
    __heddle_once_abandon(once);
}

int pthread_once(pthread_once_t *once, void (*initialize)(void))
{
    if (__heddle_once_enter(once)) {
        struct _pthread_cleanup_buffer frame;
        _pthread_cleanup_push(&frame, abandon, once);
        initialize();
        _pthread_cleanup_pop(&frame, 0);
        __heddle_once_leave(once);
    }
    return 0;
}

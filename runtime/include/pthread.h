/*
 * heddle's pthread.h: the system's, but with cleanup handlers that need no longjmp. The frame and
 * the two functions are those of glibc's older macros (cleanup.c). Where there are C++ exceptions,
 * the system's handlers are objects with destructors, which are as good.
 */
#ifndef HEDDLE_PTHREAD_H
#define HEDDLE_PTHREAD_H

#include_next <pthread.h>

#if !defined __cplusplus || !defined __EXCEPTIONS

#ifdef __cplusplus
extern "C" {
#endif
void _pthread_cleanup_push(struct _pthread_cleanup_buffer *__frame, void (*__routine)(void *),
                           void *__arg);
void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *__frame, int __execute);
#ifdef __cplusplus
}
#endif

#undef pthread_cleanup_push
#define pthread_cleanup_push(routine, arg)                                                        \
    do {                                                                                           \
        struct _pthread_cleanup_buffer __heddle_frame;                                             \
        _pthread_cleanup_push(&__heddle_frame, (routine), (arg));

#undef pthread_cleanup_pop
#define pthread_cleanup_pop(execute)                                                              \
    _pthread_cleanup_pop(&__heddle_frame, (execute));                                             \
    }                                                                                              \
    while (0)

/* Cancellation is always deferred, so these are the same. */
#ifdef pthread_cleanup_push_defer_np
#undef pthread_cleanup_push_defer_np
#define pthread_cleanup_push_defer_np(routine, arg) pthread_cleanup_push(routine, arg)
#undef pthread_cleanup_pop_restore_np
#define pthread_cleanup_pop_restore_np(execute) pthread_cleanup_pop(execute)
#endif

#endif

#endif

/*
 * pthread_cleanup_push and pthread_cleanup_pop.
 *
 * The macros of heddle's own pthread.h (include/pthread.h) keep a frame with the
 * handler on the stack and chain the frames through a thread-local pointer; on its way
 * out, a thread runs what is still chained.
 *
 * A source that was preprocessed elsewhere has glibc's macros instead. They keep the
 * handler in a local variable and come back to it by longjmp. Pushing and popping works
 * there too; a thread that exits in between calls longjmp, which is not modelled, and
 * the run is `unknown`.
 */
#include "internal.h"

#include <setjmp.h>

static _Thread_local struct _pthread_cleanup_buffer *frames;
static _Thread_local __pthread_unwind_buf_t *jumps;

static void run_frames(void)
{
    while (frames)
        _pthread_cleanup_pop(frames, 1);
    if (jumps)
        longjmp((struct __jmp_buf_tag *)jumps->__cancel_jmp_buf, 1);
}

/* Number of calls under way that exceptions may end. */
static unsigned count_pads(void)
{
    unsigned count = 0;
    while (__heddle_pad(count))
        count++;
    return count;
}

/*
 * Handlers know how many such calls there were when they were pushed: the frame of a handler
 * ends if an exception goes to one of these.
 */
void __heddle_cleanup_unwound(unsigned number)
{
    int left = (int)(count_pads() - number);
    while (frames && left <= frames->__canceltype)
        _pthread_cleanup_pop(frames, 1);
}

/* A thread without handlers looks like one that never had any. */
static void update_hook(void)
{
    __heddle_thread_hooks.cleanup = frames || jumps ? run_frames : NULL;
}

void _pthread_cleanup_push(struct _pthread_cleanup_buffer *frame, void (*routine)(void *),
                           void *arg)
{
    *frame = (struct _pthread_cleanup_buffer){routine, arg, (int)count_pads(), frames};
    frames = frame;
    update_hook();
}

void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *frame, int execute)
{
    frames = frame->__prev;
    update_hook();
    if (execute)
        frame->__routine(frame->__arg);
}

void __pthread_register_cancel(__pthread_unwind_buf_t *jump)
{
    jump->__pad[0] = jumps;
    jumps = jump;
    update_hook();
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t *jump)
{
    jumps = jump->__pad[0];
    update_hook();
}

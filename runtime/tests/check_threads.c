/*
 * exit.c, thread.c, cleanup.c, key.c, once.c and cxx.c, with one thread that ends again
 * and again: the order in which handlers and destructors run.
 */
#include "compare.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

OURS(exit); OURS(quick_exit); OURS(atexit); OURS(at_quick_exit); OURS(on_exit);
OURS(pthread_exit); OURS(pthread_key_create); OURS(pthread_key_delete);
OURS(pthread_setspecific); OURS(pthread_getspecific); OURS(pthread_once);
int rt___cxa_atexit(void (*f)(void *), void *arg, void *dso);
int rt___cxa_thread_atexit(void (*f)(void *), void *arg, void *dso);
int rt___cxa_guard_acquire(long long *guard);
void rt___cxa_guard_release(long long *guard);
void rt___cxa_guard_abort(long long *guard);
void rt__pthread_cleanup_push(struct _pthread_cleanup_buffer *frame, void (*routine)(void *),
                              void *arg);
void rt__pthread_cleanup_pop(struct _pthread_cleanup_buffer *frame, int execute);

/* What ran, a letter each. */
static char story[64];

static void tell(void *letter)
{
    strncat(story, letter, 1);
}

static void expect(const char *expected)
{
    SAME("story", story, strcmp(story, expected), 0);
    story[0] = 0;
}

/* --- exit ------------------------------------------------------------------ */

static void tell_late(void)
{
    tell("l");
}

static void tell_a(void)
{
    tell("a");
    rt_atexit(tell_late);
}

static void tell_status(int status, void *letter)
{
    if (status == 3)
        tell(letter);
}

static void exit_with_handlers(void)
{
    rt_on_exit(tell_status, "s");
    rt_atexit(tell_a);
    rt___cxa_atexit(tell, "c", NULL);
    rt___cxa_thread_atexit(tell, "t", NULL);
    rt_exit(3);
}

static void exit_quickly(void)
{
    rt_atexit(tell_a);
    rt_at_quick_exit(tell_late);
    rt_quick_exit(4);
}

/* --- The end of a thread --------------------------------------------------- */

static pthread_key_t stubborn, quiet;

/* Sets its value again for ever; POSIX gives it four rounds. */
static void set_again(void *value)
{
    tell("k");
    rt_pthread_setspecific(stubborn, value);
}

static void exit_with_everything(void)
{
    struct _pthread_cleanup_buffer outer, inner, popped;
    rt_pthread_setspecific(stubborn, "x");
    rt_pthread_setspecific(quiet, "x");
    rt___cxa_thread_atexit(tell, "1", NULL);
    rt___cxa_thread_atexit(tell, "2", NULL);
    rt__pthread_cleanup_push(&outer, tell, "o");
    rt__pthread_cleanup_push(&inner, tell, "i");
    rt__pthread_cleanup_push(&popped, tell, "p");
    rt__pthread_cleanup_pop(&popped, 1);
    rt_pthread_exit((void *)5);
}

static void check_keys(void)
{
    pthread_key_t first, second, again;
    rt_pthread_key_create(&first, NULL);
    rt_pthread_key_create(&second, NULL);
    HOLDS(first != second && !rt_pthread_getspecific(first));
    rt_pthread_setspecific(first, story);
    HOLDS(rt_pthread_getspecific(first) == story && !rt_pthread_getspecific(second));
    HOLDS(rt_pthread_key_delete(first) == 0 && rt_pthread_key_delete(first) == EINVAL);
    rt_pthread_key_create(&again, NULL);
    HOLDS(again != first && again != second && !rt_pthread_getspecific(again));
    rt_pthread_setspecific(again, &again);
    HOLDS(rt_pthread_getspecific(again) == &again && !rt_pthread_getspecific(first));
    rt_pthread_key_delete(again);
    rt_pthread_key_delete(second);
}

/* --- Once ------------------------------------------------------------------ */

static pthread_once_t once;

static void give_up(void)
{
    tell("g");
    rt_pthread_exit(NULL);
}

static void finish(void)
{
    tell("f");
}

static void once_giving_up(void)
{
    rt_pthread_once(&once, give_up);
}

void check_threads(void)
{
    HOLDS(until_end(exit_with_handlers) == 3);
    expect("tcals");
    HOLDS(until_end(exit_quickly) == 4);
    expect("l");

    rt_pthread_key_create(&stubborn, set_again);
    rt_pthread_key_create(&quiet, NULL);
    HOLDS(until_end(exit_with_everything) == 5);
    expect("pio21kkkk");
    HOLDS(!rt_pthread_getspecific(stubborn) && !rt_pthread_getspecific(quiet));
    check_keys();

    until_end(once_giving_up);
    expect("g");
    rt_pthread_once(&once, finish);
    rt_pthread_once(&once, finish);
    expect("f");

    long long guard = 0;
    HOLDS(rt___cxa_guard_acquire(&guard) == 1 && *(char *)&guard == 0);
    rt___cxa_guard_abort(&guard);
    HOLDS(rt___cxa_guard_acquire(&guard) == 1);
    rt___cxa_guard_release(&guard);
    HOLDS(rt___cxa_guard_acquire(&guard) == 0 && *(char *)&guard == 1);
}

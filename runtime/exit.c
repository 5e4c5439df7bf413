/*
 * The end of the process, and what is registered to run then.
 *
 * Handlers wait in a list, the last registered first. exit takes one off at a time, so
 * that a handler may register more, and calls it outside of the atomic section.
 */
#include "internal.h"

#include <stdlib.h>
#include <unistd.h>

struct handler {
    struct handler *next;
    enum { PLAIN, WITH_ARGUMENT, WITH_STATUS } kind;
    union {
        void (*plain)(void);
        void (*with_argument)(void *);
        void (*with_status)(int, void *);
    } call;
    void *arg;
};

static struct handler *at_exit;
static struct handler *at_quick_exit_;

static int push(struct handler **list, struct handler h)
{
    __heddle_atomic_begin();
    struct handler *node = __heddle_malloc(sizeof *node, _Alignof(struct handler));
    h.next = *list;
    *node = h;
    *list = node;
    __heddle_atomic_end();
    return 0;
}

/* Takes the first handler off the list; 0 if there is none. */
static int pop(struct handler **list, struct handler *h)
{
    __heddle_atomic_begin();
    struct handler *node = *list;
    if (node) {
        *h = *node;
        *list = node->next;
        __heddle_free(node);
    }
    __heddle_atomic_end();
    return node != NULL;
}

static void run(struct handler **list, int status)
{
    struct handler h;
    while (pop(list, &h)) {
        switch (h.kind) {
        case PLAIN:
            h.call.plain();
            break;
        case WITH_ARGUMENT:
            h.call.with_argument(h.arg);
            break;
        case WITH_STATUS:
            h.call.with_status(status, h.arg);
            break;
        }
    }
}

/* --- Registration ---------------------------------------------------------- */

int atexit(void (*f)(void))
{
    return push(&at_exit, (struct handler){.kind = PLAIN, .call.plain = f});
}

int at_quick_exit(void (*f)(void))
{
    return push(&at_quick_exit_, (struct handler){.kind = PLAIN, .call.plain = f});
}

int on_exit(void (*f)(int, void *), void *arg)
{
    return push(&at_exit, (struct handler){.kind = WITH_STATUS, .call.with_status = f, .arg = arg});
}

/* How C++ registers the destructors of static objects. There is one library: all. */
int __cxa_atexit(void (*f)(void *), void *arg, void *dso)
{
    (void)dso;
    return push(&at_exit,
                (struct handler){.kind = WITH_ARGUMENT, .call.with_argument = f, .arg = arg});
}

void __cxa_finalize(void *dso)
{
    (void)dso;
    run(&at_exit, 0);
}

void *__dso_handle = NULL;

/* --- Endings --------------------------------------------------------------- */

__attribute__((noinline)) void __heddle_run_destructors(void)
{
    /* Keeps the compiler from seeing that nothing happens here, and dropping the call. */
    __asm__ volatile("" ::: "memory");
}

void exit(int status)
{
    if (__heddle_thread_hooks.locals)
        __heddle_thread_hooks.locals();
    run(&at_exit, status);
    __heddle_run_destructors();
    __heddle_exit(status);
}

void quick_exit(int status)
{
    run(&at_quick_exit_, status);
    __heddle_exit(status);
}

void _Exit(int status)
{
    __heddle_exit(status);
}

void _exit(int status)
{
    __heddle_exit(status);
}

void abort(void)
{
    __heddle_abort();
}

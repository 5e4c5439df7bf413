/*
 * pthread_attr_t: the attributes of a thread to be.
 *
 * A program sees the type as opaque bytes, so that the layout is ours. Only the detach
 * state has an effect; the rest is kept so that what was set can be got.
 */
#include "internal.h"

#include <errno.h>
#include <limits.h>

struct attributes {
    int detach_state;
    int inherit;
    int policy;
    int scope;
    int priority;
    size_t guard_size;
    void *stack;
    size_t stack_size;
};

_Static_assert(sizeof(struct attributes) <= sizeof(pthread_attr_t), "it fits");

static struct attributes *inside(pthread_attr_t *attr)
{
    return (struct attributes *)attr;
}

static const struct attributes *look_inside(const pthread_attr_t *attr)
{
    return (const struct attributes *)attr;
}

int pthread_attr_init(pthread_attr_t *attr)
{
    *inside(attr) = (struct attributes){
        .detach_state = PTHREAD_CREATE_JOINABLE,
        .inherit = PTHREAD_INHERIT_SCHED,
        .policy = SCHED_OTHER,
        .scope = PTHREAD_SCOPE_SYSTEM,
        .guard_size = 4096,
        .stack_size = 8 << 20,
    };
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *attr)
{
    (void)attr;
    return 0;
}

/* Not one of the thread's own: the default. */
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attr)
{
    (void)thread;
    return pthread_attr_init(attr);
}

/* Stores a value that must be one of two. */
static int store_one_of(int *place, int value, int a, int b)
{
    if (value != a && value != b)
        return EINVAL;
    *place = value;
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attr, int state)
{
    return store_one_of(&inside(attr)->detach_state, state, PTHREAD_CREATE_JOINABLE,
                        PTHREAD_CREATE_DETACHED);
}

int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state)
{
    *state = look_inside(attr)->detach_state;
    return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit)
{
    return store_one_of(&inside(attr)->inherit, inherit, PTHREAD_INHERIT_SCHED,
                        PTHREAD_EXPLICIT_SCHED);
}

int pthread_attr_getinheritsched(const pthread_attr_t *restrict attr, int *restrict inherit)
{
    *inherit = look_inside(attr)->inherit;
    return 0;
}

/* Linux has one scope only. */
int pthread_attr_setscope(pthread_attr_t *attr, int scope)
{
    if (scope == PTHREAD_SCOPE_PROCESS)
        return ENOTSUP;
    return store_one_of(&inside(attr)->scope, scope, PTHREAD_SCOPE_SYSTEM, PTHREAD_SCOPE_SYSTEM);
}

int pthread_attr_getscope(const pthread_attr_t *restrict attr, int *restrict scope)
{
    *scope = look_inside(attr)->scope;
    return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy)
{
    if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR)
        return EINVAL;
    inside(attr)->policy = policy;
    return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *restrict attr, int *restrict policy)
{
    *policy = look_inside(attr)->policy;
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *restrict attr,
                               const struct sched_param *restrict param)
{
    inside(attr)->priority = param->sched_priority;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *restrict attr,
                               struct sched_param *restrict param)
{
    *param = (struct sched_param){look_inside(attr)->priority};
    return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *attr, size_t size)
{
    inside(attr)->guard_size = size;
    return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *restrict attr, size_t *restrict size)
{
    *size = look_inside(attr)->guard_size;
    return 0;
}

/* What PTHREAD_STACK_MIN is, where it is a constant. */
enum { SMALLEST_STACK = 16384 };

int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size)
{
    if (size < SMALLEST_STACK)
        return EINVAL;
    inside(attr)->stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *restrict attr, size_t *restrict size)
{
    *size = look_inside(attr)->stack_size;
    return 0;
}

int pthread_attr_setstack(pthread_attr_t *attr, void *stack, size_t size)
{
    inside(attr)->stack = stack;
    return pthread_attr_setstacksize(attr, size);
}

int pthread_attr_getstack(const pthread_attr_t *restrict attr, void **restrict stack,
                          size_t *restrict size)
{
    *stack = look_inside(attr)->stack;
    *size = look_inside(attr)->stack_size;
    return 0;
}

/* The older pair sets the upper end of the stack. */
int pthread_attr_setstackaddr(pthread_attr_t *attr, void *stack)
{
    inside(attr)->stack = stack;
    return 0;
}

int pthread_attr_getstackaddr(const pthread_attr_t *restrict attr, void **restrict stack)
{
    *stack = look_inside(attr)->stack;
    return 0;
}

int pthread_attr_setaffinity_np(pthread_attr_t *attr, size_t size, const cpu_set_t *set)
{
    (void)attr, (void)size, (void)set;
    return 0;
}

/*
 * Clocks that stand still, and sleeps that only let others run.
 *
 * How long a thread sleeps says nothing about what the others do meanwhile, so a sleep
 * is a yield: all interleavings around it are explored anyway. The sleeps are
 * cancellation points.
 */
#include "internal.h"

#include <errno.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

time_t time(time_t *t)
{
    time_t now = (time_t)__heddle_clock();
    if (t)
        *t = now;
    return now;
}

clock_t clock(void)
{
    /* It is looked at, as any clock. */
    (void)__heddle_clock();
    return 0;
}

double difftime(time_t later, time_t earlier)
{
    return (double)(later - earlier);
}

int gettimeofday(struct timeval *restrict tv, void *restrict zone)
{
    (void)zone;
    *tv = (struct timeval){(time_t)__heddle_clock(), 0};
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
    (void)clock;
    *t = (struct timespec){(time_t)__heddle_clock(), 0};
    return 0;
}

int clock_getres(clockid_t clock, struct timespec *t)
{
    (void)clock;
    if (t)
        *t = (struct timespec){0, 1};
    return 0;
}

int timespec_get(struct timespec *t, int base)
{
    if (base != TIME_UTC)
        return 0;
    *t = (struct timespec){(time_t)__heddle_clock(), 0};
    return base;
}

/* --- Sleeping -------------------------------------------------------------- */

static void sleep_a_while(void)
{
    pthread_testcancel();
    __heddle_yield();
    pthread_testcancel();
}

unsigned sleep(unsigned seconds)
{
    (void)seconds;
    sleep_a_while();
    return 0;
}

int usleep(useconds_t microseconds)
{
    (void)microseconds;
    sleep_a_while();
    return 0;
}

/* 0, or EINVAL. A sleep is never interrupted: nothing is left to sleep. */
static int sleep_for(const struct timespec *t)
{
    if (t->tv_sec < 0 || heddle_bad_time(t))
        return EINVAL;
    sleep_a_while();
    return 0;
}

int nanosleep(const struct timespec *t, struct timespec *left)
{
    (void)left;
    int error = sleep_for(t);
    if (error) {
        errno = error;
        return -1;
    }
    if (__heddle_note_time) {
        struct timespec end = {(time_t)__heddle_clock() + t->tv_sec, t->tv_nsec};
        __heddle_note_time(&end);
    }
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *t, struct timespec *left)
{
    (void)clock, (void)flags, (void)left;
    return sleep_for(t);
}

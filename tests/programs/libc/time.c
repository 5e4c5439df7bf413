//@ verdict: verified
//@ output: native
//
// time and clock functions succeed and do not run backwards; their values are
// not looked at. sleep and nanosleep return.

#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    time_t a = time(NULL), b;
    time(&b);
    assert(b >= a);
    struct timespec t, u;
    assert(clock_gettime(CLOCK_MONOTONIC, &t) == 0);
    assert(clock_gettime(CLOCK_REALTIME, &u) == 0);
    assert(u.tv_nsec >= 0 && u.tv_nsec < 1000000000 && t.tv_nsec >= 0);
    struct timespec pause = {0, 1000};
    assert(nanosleep(&pause, NULL) == 0);
    assert(usleep(1) == 0);
    assert(sleep(0) == 0);
    assert(sched_yield() == 0);
    printf("%s\n", clock() >= 0 ? "done" : "no clock");
    return 0;
}

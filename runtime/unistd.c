/*
 * The basics of <unistd.h>: who am I, and how large is the machine. Files are in file.c.
 *
 * The process has fixed numbers, and two processors, so that a program that starts one
 * thread for each stays small.
 */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <sys/sysinfo.h>
#include <unistd.h>

enum { PARENT = 1, PROCESS = 1000, PROCESSORS = 2, PAGE = 4096 };

pid_t getpid(void)
{
    return PROCESS;
}

pid_t getppid(void)
{
    return PARENT;
}

/* The main thread has the number of the process. */
pid_t gettid(void)
{
    return PROCESS + __heddle_thread_self();
}

uid_t getuid(void)
{
    return PROCESS;
}

uid_t geteuid(void)
{
    return PROCESS;
}

gid_t getgid(void)
{
    return PROCESS;
}

gid_t getegid(void)
{
    return PROCESS;
}

int getpagesize(void)
{
    return PAGE;
}

int get_nprocs(void)
{
    return PROCESSORS;
}

int get_nprocs_conf(void)
{
    return PROCESSORS;
}

long sysconf(int name)
{
    switch (name) {
    case _SC_NPROCESSORS_ONLN:
    case _SC_NPROCESSORS_CONF:
        return PROCESSORS;
    case _SC_PAGESIZE:
        return PAGE;
    case _SC_PHYS_PAGES:
    case _SC_AVPHYS_PAGES:
        return 1L << 18; /* 1 GiB */
    case _SC_CLK_TCK:
        return 100;
    case _SC_THREAD_KEYS_MAX:
        return PTHREAD_KEYS_MAX;
    case _SC_THREAD_DESTRUCTOR_ITERATIONS:
        return PTHREAD_DESTRUCTOR_ITERATIONS;
    case _SC_THREAD_STACK_MIN:
        return 16384; /* as pthread_attr_setstacksize has it (see attr.c) */
    case _SC_SEM_VALUE_MAX:
        return SEM_VALUE_MAX;
    case _SC_LEVEL1_DCACHE_LINESIZE:
        return 64;
    case _SC_THREADS:
    case _SC_BARRIERS:
    case _SC_SEMAPHORES:
    case _SC_SPIN_LOCKS:
    case _SC_TIMEOUTS:
        return _POSIX_VERSION;
    default:
        errno = EINVAL;
        return -1;
    }
}

/* What PTHREAD_STACK_MIN calls, where it is not a constant. */
long __sysconf(int name)
{
    return sysconf(name);
}

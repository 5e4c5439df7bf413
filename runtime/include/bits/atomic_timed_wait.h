/*
 * Waiting for atomic objects with a deadline, in place of the header of this name in
 * libstdc++ 12. Only semaphores do that, and here these are POSIX semaphores.
 */
#include <bits/c++config.h>
#if _GLIBCXX_RELEASE != 12
#include_next <bits/atomic_timed_wait.h>
#elif !defined _GLIBCXX_ATOMIC_TIMED_WAIT_H
#define _GLIBCXX_ATOMIC_TIMED_WAIT_H 1

#include <bits/atomic_wait.h>
#include <bits/chrono.h>
#include <bits/functional_hash.h>
#include <bits/this_thread_sleep.h>
#include <sys/time.h>

#define _GLIBCXX_USE_POSIX_SEMAPHORE 1

#endif

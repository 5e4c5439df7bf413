//! The names by which the program calls the library, instead of the C library.
//!
//! Each notes where it was called from, and goes on to the function that does the work, with all
//! registers as they were.

use core::arch::naked_asm;

use crate::world::SITE;
use crate::{condition, failure, mutex, process, threads};

macro_rules! entries {
    ($($name:ident => $function:path,)+) => {
        $(
            #[unsafe(naked)]
            // SAFETY: It is meant to take the place of the C library's function.
            #[unsafe(no_mangle)]
            unsafe extern "C-unwind" fn $name() {
                naked_asm!(
                    "mov rax, [rsp]",
                    "mov [rip + {site}], rax",
                    "jmp {function}",
                    site = sym SITE,
                    function = sym $function,
                )
            }
        )+
    };
}

entries! {
    __libc_start_main => process::start_main,
    exit => process::exit,
    _exit => process::exit_at_once,
    _Exit => process::exit_at_once,
    quick_exit => process::exit_at_once,
    fork => process::refuse_fork,
    vfork => process::refuse_vfork,
    execve => process::refuse_exec,
    execv => process::refuse_exec,
    execvp => process::refuse_exec,
    execl => process::refuse_exec,
    execlp => process::refuse_exec,
    execle => process::refuse_exec,
    posix_spawn => process::refuse_spawn,
    posix_spawnp => process::refuse_spawn,
    system => process::refuse_system,
    popen => process::refuse_popen,
    __assert_fail => failure::assertion,
    pthread_create => threads::create,
    pthread_join => threads::join,
    pthread_tryjoin_np => threads::try_join,
    pthread_timedjoin_np => threads::timed_join,
    pthread_detach => threads::detach,
    sched_yield => threads::yield_own,
    pthread_yield => threads::yield_own,
    pthread_mutex_init => mutex::init,
    pthread_mutex_destroy => mutex::destroy,
    pthread_mutex_lock => mutex::lock,
    pthread_mutex_trylock => mutex::try_lock,
    pthread_mutex_unlock => mutex::unlock,
    pthread_cond_init => condition::init,
    pthread_cond_destroy => condition::destroy,
    pthread_cond_wait => condition::wait,
    pthread_cond_timedwait => condition::timed_wait,
    pthread_cond_clockwait => condition::clock_wait,
    pthread_cond_signal => condition::signal,
    pthread_cond_broadcast => condition::broadcast,
}

//! The names by which the program calls the library, instead of the C library.
//!
//! Each notes where it was called from and the registers that the caller expects to keep, and goes on to the function that does
//! the work, with all registers as they were.

use core::arch::naked_asm;

use crate::world::{CALLER, SITE};
use crate::{
    barrier, c11, cancel, clock, condition, exit, failure, futex, heap, identity, key, mutex, once,
    process, random, rwlock, semaphore, spin, threads,
};

/// Instructions that note the call: where it returns to, and the registers that the caller expects to keep.
macro_rules! note_call {
    () => {
        "mov rax, [rsp]
         mov [rip + {site}], rax
         mov [rip + {caller}], rsp
         mov [rip + {caller} + 8], rbx
         mov [rip + {caller} + 16], rbp
         mov [rip + {caller} + 24], r12
         mov [rip + {caller} + 32], r13
         mov [rip + {caller} + 40], r14
         mov [rip + {caller} + 48], r15
         stmxcsr [rip + {caller} + 56]"
    };
}
pub(crate) use note_call;

/// Makes functions with these names, each of which goes on to another.
macro_rules! entries {
    ($($name:ident => $function:path,)+) => {
        $(
            #[unsafe(naked)]
            // SAFETY: It is meant to take the place of the function of this name.
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $name() {
                core::arch::naked_asm!(
                    $crate::entries::note_call!(),
                    "jmp {function}",
                    site = sym $crate::world::SITE,
                    caller = sym $crate::world::CALLER,
                    function = sym $function,
                )
            }
        )+
    };
}
pub(crate) use entries;

/// Entries of cancellation points: where the thread is to end, they go on to that when nothing of ours is
/// on the stack any more. Of arguments, those in registers are handed over.
macro_rules! cancellation_points {
    ($($name:ident => $function:path,)+) => {
        $(
            #[unsafe(naked)]
            // SAFETY: It is meant to take the place of the C library's function.
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $name() {
                naked_asm!(
                    ".cfi_startproc",
                    note_call!(),
                    "sub rsp, 8",
                    ".cfi_adjust_cfa_offset 8",
                    "call {function}",
                    "add rsp, 8",
                    ".cfi_adjust_cfa_offset -8",
                    "cmp dword ptr [rip + {leaves}], 0",
                    "jne {unwind}",
                    "ret",
                    ".cfi_endproc",
                    site = sym SITE,
                    caller = sym CALLER,
                    function = sym $function,
                    leaves = sym exit::LEAVES,
                    unwind = sym exit::unwind,
                )
            }
        )+
    };
}

/// Entries of calls that are no operations, and are made within others.
macro_rules! plain_entries {
    ($($name:ident => $function:path,)+) => {
        $(
            #[unsafe(naked)]
            // SAFETY: It is meant to take the place of the C library's function.
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $name() {
                naked_asm!("jmp {function}", function = sym $function)
            }
        )+
    };
}

plain_entries! {
    malloc => heap::malloc,
    calloc => heap::calloc,
    realloc => heap::realloc,
    reallocarray => heap::reallocarray,
    free => heap::free,
    memalign => heap::aligned,
    aligned_alloc => heap::aligned,
    posix_memalign => heap::posix_aligned,
    valloc => heap::page_aligned,
    pvalloc => heap::whole_pages,
    malloc_usable_size => heap::usable_bytes,
    pthread_setspecific => key::set,
    pthread_getspecific => key::get,
    __pthread_setspecific => key::set,
    __pthread_getspecific => key::get,
    tss_set => c11::set_key,
    tss_get => key::get,
    clock_gettime => clock::get_time,
    gettimeofday => clock::get_time_of_day,
    time => clock::time,
    timespec_get => clock::get_time_c11,
    clock => clock::processor_time,
    getrandom => random::get_random,
    getentropy => random::get_entropy,
    arc4random => random::number,
    arc4random_uniform => random::number_below,
    arc4random_buf => random::fill,
    getpid => identity::process,
    getppid => identity::parent,
    gettid => identity::thread,
    pthread_setname_np => identity::set_name,
    pthread_getname_np => identity::get_name,
    pthread_setschedparam => identity::accept,
    pthread_setschedprio => identity::accept,
    pthread_getschedparam => identity::get_schedule,
    pthread_getcpuclockid => identity::get_clock,
    pthread_getattr_np => threads::get_attributes,
    pthread_setcancelstate => cancel::set_state,
    pthread_setcanceltype => cancel::set_type,
}

cancellation_points! {
    pthread_join => threads::join,
    pthread_timedjoin_np => threads::timed_join,
    pthread_clockjoin_np => threads::clock_join,
    pthread_testcancel => cancel::test,
    pthread_cond_wait => condition::wait,
    pthread_cond_timedwait => condition::timed_wait,
    pthread_cond_clockwait => condition::clock_wait,
    sem_wait => semaphore::wait,
    sem_timedwait => semaphore::timed_wait,
    sem_clockwait => semaphore::clock_wait,
    sleep => clock::sleep,
    usleep => clock::sleep_microseconds,
    nanosleep => clock::sleep_nanoseconds,
    clock_nanosleep => clock::sleep_by_clock,
    poll => clock::poll,
    select => clock::select,
    thrd_join => c11::join,
    thrd_sleep => c11::sleep,
    cnd_wait => c11::wait,
    cnd_timedwait => c11::timed_wait,
}

entries! {
    __libc_start_main => process::start_main,
    exit => process::exit,
    _exit => process::exit_at_once,
    _Exit => process::exit_at_once,
    quick_exit => process::exit_quickly,
    fork => process::refuse_fork,
    _Fork => process::refuse_fork,
    vfork => process::refuse_vfork,
    clone => process::refuse_clone,
    forkpty => process::refuse_terminal,
    daemon => process::refuse_daemon,
    execve => process::refuse_exec,
    execveat => process::refuse_exec,
    fexecve => process::refuse_exec,
    execv => process::refuse_exec,
    execvp => process::refuse_exec,
    execvpe => process::refuse_exec,
    execl => process::refuse_exec,
    execlp => process::refuse_exec,
    execle => process::refuse_exec,
    posix_spawn => process::refuse_spawn,
    posix_spawnp => process::refuse_spawn,
    system => process::refuse_system,
    popen => process::refuse_popen,
    kill => identity::kill,
    pthread_kill => identity::kill_thread,
    pthread_sigqueue => identity::refuse_queue,
    sigqueue => identity::refuse_queue,
    sigwait => identity::refuse_wait,
    sigwaitinfo => identity::refuse_wait,
    sigtimedwait => identity::refuse_wait,
    sigsuspend => identity::refuse_wait,
    pause => identity::refuse_wait,
    alarm => clock::refuse_timer,
    ualarm => clock::refuse_timer,
    setitimer => clock::refuse_timer,
    timer_create => clock::refuse_timer,
    __assert_fail => failure::assertion,
    syscall => futex::system_call,
    pthread_create => threads::create,
    pthread_tryjoin_np => threads::try_join,
    pthread_detach => threads::detach,
    pthread_exit => exit::exit,
    pthread_cancel => cancel::cancel,
    sched_yield => threads::yield_own,
    pthread_yield => threads::yield_own,
    pthread_mutex_init => mutex::init,
    pthread_mutex_destroy => mutex::destroy,
    pthread_mutex_lock => mutex::lock,
    pthread_mutex_trylock => mutex::try_lock,
    pthread_mutex_timedlock => mutex::timed_lock,
    pthread_mutex_clocklock => mutex::clock_lock,
    pthread_mutex_unlock => mutex::unlock,
    pthread_mutex_consistent => mutex::refuse_consistent,
    pthread_mutex_consistent_np => mutex::refuse_consistent,
    pthread_mutex_setprioceiling => mutex::refuse_ceiling,
    pthread_cond_init => condition::init,
    pthread_cond_destroy => condition::destroy,
    pthread_cond_signal => condition::signal,
    pthread_cond_broadcast => condition::broadcast,
    pthread_rwlock_init => rwlock::init,
    pthread_rwlock_destroy => rwlock::destroy,
    pthread_rwlock_rdlock => rwlock::read_lock,
    pthread_rwlock_tryrdlock => rwlock::try_read_lock,
    pthread_rwlock_timedrdlock => rwlock::timed_read_lock,
    pthread_rwlock_clockrdlock => rwlock::clock_read_lock,
    pthread_rwlock_wrlock => rwlock::write_lock,
    pthread_rwlock_trywrlock => rwlock::try_write_lock,
    pthread_rwlock_timedwrlock => rwlock::timed_write_lock,
    pthread_rwlock_clockwrlock => rwlock::clock_write_lock,
    pthread_rwlock_unlock => rwlock::unlock,
    sem_init => semaphore::init,
    sem_destroy => semaphore::destroy,
    sem_trywait => semaphore::try_wait,
    sem_post => semaphore::post,
    sem_getvalue => semaphore::get_value,
    sem_open => semaphore::refuse_named,
    pthread_barrier_init => barrier::init,
    pthread_barrier_destroy => barrier::destroy,
    pthread_barrier_wait => barrier::wait,
    pthread_spin_init => spin::init,
    pthread_spin_destroy => spin::destroy,
    pthread_spin_lock => spin::lock,
    pthread_spin_trylock => spin::try_lock,
    pthread_spin_unlock => spin::unlock,
    pthread_once => once::once,
    call_once => once::once,
    __cxa_guard_acquire => once::acquire_guard,
    __cxa_guard_release => once::release_guard,
    __cxa_guard_abort => once::abort_guard,
    pthread_key_create => key::create,
    pthread_key_delete => key::delete,
    __pthread_mutex_init => mutex::init,
    __pthread_mutex_destroy => mutex::destroy,
    __pthread_mutex_lock => mutex::lock,
    __pthread_mutex_trylock => mutex::try_lock,
    __pthread_mutex_unlock => mutex::unlock,
    __pthread_rwlock_init => rwlock::init,
    __pthread_rwlock_destroy => rwlock::destroy,
    __pthread_rwlock_rdlock => rwlock::read_lock,
    __pthread_rwlock_tryrdlock => rwlock::try_read_lock,
    __pthread_rwlock_wrlock => rwlock::write_lock,
    __pthread_rwlock_trywrlock => rwlock::try_write_lock,
    __pthread_rwlock_unlock => rwlock::unlock,
    __pthread_once => once::once,
    __pthread_key_create => key::create,
    thrd_create => c11::create,
    thrd_detach => c11::detach,
    thrd_exit => exit::exit_c11,
    thrd_yield => c11::yield_own,
    mtx_init => c11::init_mutex,
    mtx_destroy => c11::destroy_mutex,
    mtx_lock => c11::lock,
    mtx_trylock => c11::try_lock,
    mtx_timedlock => c11::timed_lock,
    mtx_unlock => c11::unlock,
    cnd_init => c11::init_condition,
    cnd_destroy => c11::destroy_condition,
    cnd_signal => c11::signal,
    cnd_broadcast => c11::broadcast,
    tss_create => c11::create_key,
    tss_delete => c11::delete_key,
}

//! The library that is preloaded into a native program, so that its supervisor decides which thread
//! goes next.
//!
//! It takes the place of the C library's threads: a call that another thread could notice is an
//! *operation*, before which the thread stops. When the supervisor says so, it makes the operation and
//! runs on to its next one. So one thread runs at a time, and what is in between runs natively.
//!
//! | room | purpose |
//! | --- | --- |
//! | `world` | the threads, which one runs, and stopping before an operation |
//! | `link`, `files` | orders of the supervisor's, replies, and checkpoints |
//! | `context` | threads as contexts of one kernel thread, each with a stack and thread-local storage |
//! | `baton` | threads as kernel threads, one of which runs at a time |
//! | `ways` | in how many ways a thread can make its operation now |
//! | `threads`, `mutex`, `condition`, ... | the functions that take the place of the C library's, a file a family |
//! | `exit`, `cancel` | ends of threads before their functions return |
//! | `futex` | `syscall` |
//! | `heap` | the program's allocator |
//! | `clock`, `random`, `identity` | what would differ from run to run: time, random numbers, process numbers |
//! | `debugger` | places at which a debugger stops |
//! | `instrumentation` | accesses to memory as operations, in programs that are compiled for it |
//! | `language` | `heddle.h`, and the words of other checkers |
//! | `sections` | sections in which no other thread runs |
//! | `rounds`, `memory`, `calls` | threads that go round loops in vain: the same state again |
//! | `failure` | assertions, signals and other ends |
//! | `system` | the few functions of the C library and of the kernel that it calls itself |
//!
//! # Unsafe code
//! Nearly all of it is called by C code and looks at C objects, at addresses that the program gives
//! it: as in the C library, they are trusted to be what the function is for. The library has no locks
//! of its own and no thread-local variables: only one thread runs at a time, whichever mode, and
//! it is never interrupted (`world` has the argument).
//!
//! Nothing may unwind through its functions, which have no tables for that: an exception that leaves a function of
//! the program's which they call is as one that nobody catches. Where one has to go through, the
//! function is written in assembly (`exit`, `once`).
//!
//! **Never** decides which thread runs, and never uses memory of the program's heap itself.

#![cfg_attr(not(test), no_std)]
#![allow(unsafe_code, reason = "it takes the place of C functions; see above")]
#![cfg_attr(
    not(heddle_preload),
    allow(
        dead_code,
        reason = "the names that programs call are there only in the library to preload"
    )
)]
#![deny(clippy::undocumented_unsafe_blocks)]

mod barrier;
mod baton;
mod c11;
mod calls;
mod cancel;
mod clock;
mod condition;
mod context;
mod debugger;
#[cfg(heddle_preload)]
mod entries;
mod exit;
mod failure;
mod files;
mod futex;
mod heap;
mod identity;
mod instrumentation;
mod key;
mod language;
mod link;
mod memory;
mod mutex;
mod once;
mod process;
mod random;
mod rounds;
mod rwlock;
mod sections;
mod semaphore;
mod spin;
mod system;
mod threads;
mod ways;
#[cfg(heddle_preload)]
mod words;
mod world;

/// A panic is a bug of the library's: the process ends, and the supervisor says so.
#[cfg(heddle_preload)]
#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    failure::internal(info)
}

/// Nothing unwinds out of this library: panics end the process.
#[cfg(heddle_preload)]
// SAFETY: The name is reserved for the compiler, whose core library asks for it; no other crate is linked.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

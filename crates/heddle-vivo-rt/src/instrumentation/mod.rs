//! Accesses to memory as operations, in programs that are compiled for it.
//!
//! Compilers that are asked to look for data races (`-fsanitize=thread`) have the program call a function
//! at each access: before a plain one, and instead of an atomic one. Those functions are here, in place of
//! the sanitizer's own.
//!
//! # What is no operation, and why that is right
//! An access that no other thread can come before or after is none: of a thread that is
//! [alone](crate::world::is_alone), since all others come after it or were joined; and a read of memory that is
//! [mapped for reading only](constants), which nobody writes. An access to a thread's own stack is one:
//! what the compiler cannot prove to stay with the thread may have been given to others.
//!
//! # Deviations
//! - Atomic accesses are sequentially consistent, whatever their order, and a weak compare-and-exchange does not fail
//!   without reason.
//! - A copy or a fill of memory is one operation, and so indivisible.
//! - clang leaves out the call before a read that a write of the same place follows, unless told
//!   otherwise (`-mllvm -tsan-instrument-read-before-write=1`). Without it, the read is made with the step
//!   before the write, and the order in which others write in between is not seen.
//! - Library functions that are not compiled so, such as `strcpy`, access memory unseen.

pub(crate) mod atomic;
pub(crate) mod change;
pub(crate) mod constants;
pub(crate) mod memory;
#[cfg(heddle_preload)]
mod names;
pub(crate) mod plain;

//! The messages between the supervisor of a native program and the library in the program.
//!
//! Both map one piece of memory, the [`Board`]. The supervisor writes an order there and the
//! program's process, the *runner*, carries it out and writes how its threads stand then. All of it
//! are atomic words, so that neither side can see a torn one, and neither has to trust the other:
//! what is read is decoded, and what cannot be is an error.
//!
//! A *checkpoint* is a process that was forked where the runner stood, and waits. Told to by its slot
//! of the board, it forks a new runner.
//!
//! The same crate is compiled for both sides, the library's without the standard library.

#![no_std]

mod board;
mod operation;
mod row;
mod step;
mod trouble;

pub use board::{
    Board, MOST_CHECKPOINTS, MOST_FRAMES, MOST_ORDERED, MOST_THREADS, Mode, Order, Reply, Slot,
    TEXT_BYTES, VERSION,
};
pub use operation::{Operation, OperationKind};
pub use row::{Row, Status};
pub use step::Step;
pub use trouble::{
    DamageKind, FreeingCall, HeapDamage, Misuse, MisuseAction, MisuseReason, ObjectKind, Trouble,
};

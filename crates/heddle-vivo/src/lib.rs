//! The supervisor of native programs: an executable runs as it is, and this decides which thread
//! goes next.
//!
//! The program's process has a library of ours preloaded (`heddle-vivo-rt`), which stops each thread
//! before whatever another could notice. [`NativeSystem`] makes a transition system of that, which
//! `heddle-dpor` explores like any other.
//!
//! | room | purpose |
//! | --- | --- |
//! | `kernel` | the system calls, behind safe functions |
//! | `compile`, `objects` | compiling sources so that accesses to memory are operations |
//! | `library` | the library to preload, as a file |
//! | `executable` | a look at an executable before it is run |
//! | `runner` | the program's process: orders, replies, going back by forked checkpoints |
//! | `debug` | a run under GDB |
//! | `path` | schedules as short texts |
//! | `run` | a state is the run that leads there; runs as words |
//! | `system` | the transition system |
//! | `check` | a question, and its answer |
//! | `story` | the story of a run |
//! | `spinning` | threads that go round in vain, all of them |
//! | `footprint` | what operations touch |
//! | `findings` | what is wrong with a state or a run |
//! | `code` | names and places of addresses |

#![allow(unsafe_code, reason = "processes and shared memory; see `kernel`")]
#![deny(clippy::undocumented_unsafe_blocks)]

mod check;
mod code;
mod compile;
mod debug;
mod executable;
mod findings;
mod footprint;
mod kernel;
mod library;
mod objects;
mod path;
mod run;
mod runner;
mod spinning;
mod story;
mod system;

pub use check::{CheckError, NAME, Question, check};
pub use code::Code;
pub use compile::{Compilation, CompileError, Instrumented};
pub use debug::{DebugError, Debugger};
pub use executable::Unfit;
pub use heddle_vivo_protocol::Mode;
pub use objects::ObjectError;
pub use path::{Path, PathError};
pub use runner::{LaunchError, Lost, Program};
pub use story::{StoryError, tell, tell_path};
pub use system::NativeSystem;

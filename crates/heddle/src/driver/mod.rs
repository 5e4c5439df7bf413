//! From source files to bitcode: finds clang, runs it, keeps the compiled runtime.
//!
//! The driver knows how clang is called and nothing of what it writes: bitcode
//! is bytes here. It prints nothing itself; what clang has to say goes to a
//! writer that the caller provides.

mod cache;
mod compile;
mod error;
mod find;
mod given;
mod input;
mod job;
mod library;
mod options;
mod runtime;

pub(crate) use error::DriverError;
pub(crate) use find::Clang;
pub(crate) use given::GivenFiles;
pub(crate) use input::{AS_CPP, is_cpp, is_source};
pub(crate) use library::Library;
pub(crate) use options::{CompileOptions, Messages, OptLevel};
pub(crate) use runtime::user_header;

/// One module as clang wrote it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Bitcode {
    /// Its name in messages: the file that was given or compiled.
    pub(crate) name: String,
    /// The bitcode file's contents.
    pub(crate) bytes: Vec<u8>,
}

impl Bitcode {
    /// True if `bytes` begin as a bitcode file does, bare or wrapped.
    fn has_magic(bytes: &[u8]) -> bool {
        bytes.starts_with(b"BC\xC0\xDE") || bytes.starts_with(&0x0B17_C0DE_u32.to_le_bytes())
    }
}

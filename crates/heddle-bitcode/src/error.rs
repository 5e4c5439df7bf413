//! Why a file could not be read.

/// Why a file could not be read. Offsets are bytes from the start of the file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    /// The file is something else.
    #[error("at byte {offset}: not LLVM bitcode ({message})")]
    NotBitcode {
        /// Where the magic number should be.
        offset: usize,
        /// What was found there.
        message: String,
    },
    /// A clang wrote it that still had typed pointers.
    #[error(
        "at byte {offset}: bitcode of {producer} is too old: pointers have types in it; \
         clang 15 or newer is needed"
    )]
    TooOld {
        /// Where this was noticed.
        offset: usize,
        /// Who wrote the file, `an unknown producer` if it does not say.
        producer: String,
    },
    /// The file is truncated or corrupt: the fault is the file's.
    #[error("at byte {offset}: malformed bitcode: {message}")]
    Malformed {
        /// Where the offending record or block starts, or where the file ends.
        offset: usize,
        /// What is wrong.
        message: String,
    },
    /// The file may be right, but this reader does not know what it says.
    #[error("at byte {offset}: {what} is not supported")]
    Unsupported {
        /// Where the record starts.
        offset: usize,
        /// What is not supported, by LLVM's name for it.
        what: String,
    },
}

impl ReadError {
    /// Where reading failed, in bytes from the start of the file.
    pub fn offset(&self) -> usize {
        match self {
            ReadError::NotBitcode { offset, .. }
            | ReadError::TooOld { offset, .. }
            | ReadError::Malformed { offset, .. }
            | ReadError::Unsupported { offset, .. } => *offset,
        }
    }

    pub(crate) fn malformed(offset: usize, message: impl Into<String>) -> ReadError {
        ReadError::Malformed { offset, message: message.into() }
    }

    pub(crate) fn unsupported(offset: usize, what: impl Into<String>) -> ReadError {
        ReadError::Unsupported { offset, what: what.into() }
    }
}

/// What every part of the reader returns.
pub(crate) type Result<T> = std::result::Result<T, ReadError>;

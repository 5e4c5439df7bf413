//! Errors of reading a file.

/// Reasons why a file could not be read. Offsets are bytes from the start of the file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    /// The file is something else.
    #[error("at byte {offset}: not LLVM bitcode ({message})")]
    NotBitcode {
        /// Offset at which the magic number should be.
        offset: usize,
        /// Description of the bytes that were found there.
        message: String,
    },
    /// A clang wrote it that still had typed pointers.
    #[error(
        "at byte {offset}: bitcode of {producer} is too old: pointers have types in it; \
         clang 15 or newer is needed"
    )]
    TooOld {
        /// Offset at which this was noticed.
        offset: usize,
        /// The producer of the file, `an unknown producer` if it does not say.
        producer: String,
    },
    /// The file is truncated or corrupt: the fault is the file's.
    #[error("at byte {offset}: malformed bitcode: {message}")]
    Malformed {
        /// Offset of the offending record or block, or of the end of the file.
        offset: usize,
        /// The error.
        message: String,
    },
    /// The reader was told to give up.
    #[error("reading was given up at byte {offset}")]
    Cancelled {
        /// The byte that it had come to.
        offset: usize,
    },
    /// The file may be right, but this reader does not know what it says.
    #[error("at byte {offset}: {what} is not supported")]
    Unsupported {
        /// Offset of the record.
        offset: usize,
        /// The unsupported construct, by LLVM's name for it.
        what: String,
    },
}

impl ReadError {
    /// Offset at which reading failed, in bytes from the start of the file.
    pub fn offset(&self) -> usize {
        match self {
            ReadError::NotBitcode { offset, .. }
            | ReadError::TooOld { offset, .. }
            | ReadError::Malformed { offset, .. }
            | ReadError::Cancelled { offset }
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

/// Result of every part of the reader.
pub(crate) type Result<T> = std::result::Result<T, ReadError>;

//! Objects of instrumented sources: what other checkers' words mean there.
//!
//! A function that marks an error does so whatever the program defines it to do: its symbol becomes one that the
//! object asks for, so that calls within the object go to the library as well. What is left of
//! the function is called by nobody.

use std::fs;
use std::io;
use std::path::Path;

use object::{Object, ObjectSection, ObjectSymbol, SymbolIndex};

/// Functions that mark errors, with their names in C++.
const ERRORS: [&str; 4] =
    ["reach_error", "__VERIFIER_error", "_Z11reach_errorv", "_Z16__VERIFIER_errorv"];
/// The beginning of the names of functions whose calls are one step.
const ATOMIC: &str = "__VERIFIER_atomic_";
/// Bytes of a symbol: its name, its kind and visibility, and from there on where it is.
const SYMBOL_BYTES: usize = 24;
const SECTION_AT: usize = 6;

/// A reason for which an object cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ObjectError {
    /// The file cannot be read or written.
    #[error("cannot use what the compiler has made: {0}")]
    File(#[from] io::Error),
    /// It is no object file.
    #[error("cannot use what the compiler has made: {0}")]
    Format(#[from] object::Error),
    /// A function of the program is to be one step.
    #[error("calls of {0} are to be one step, which is not supported in native programs")]
    AtomicFunction(String),
}

/// Has functions that mark errors be asked for, and not defined.
pub(crate) fn open_words(path: &Path) -> Result<(), ObjectError> {
    let mut bytes = fs::read(path)?;
    let (table, errors) = {
        let file = object::File::parse(&*bytes)?;
        let mut errors: Vec<SymbolIndex> = Vec::new();
        for symbol in file.symbols().filter(|symbol| symbol.is_definition()) {
            let name = symbol.name()?;
            if name.starts_with(ATOMIC) && !name.ends_with("_begin") && !name.ends_with("_end") {
                return Err(ObjectError::AtomicFunction(name.to_owned()));
            }
            if symbol.is_global() && ERRORS.contains(&name) {
                errors.push(symbol.index());
            }
        }
        let table = file.section_by_name(".symtab").and_then(|section| section.file_range());
        (table.map_or(0, |(start, _)| start as usize), errors)
    };
    for index in &errors {
        let at = table + index.0 * SYMBOL_BYTES;
        bytes[at + SECTION_AT..at + SYMBOL_BYTES].fill(0);
    }
    if !errors.is_empty() {
        fs::write(path, bytes)?;
    }
    Ok(())
}

//! Functions that are started and evaluated from outside the program, by name, and what the
//! names mean in a program.
//!
//! A function has other numbers in each way in which a program is linked, so a question has
//! names, and each engine finds the functions in the program that it looks at.

use heddle_machine::HarnessThread;
use heddle_program::{FuncId, Program, ValueType};

use crate::names::{FindError, find_function};

/// A function to start a thread with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadStart {
    /// The function.
    pub function: String,
    /// Its argument, if one is given.
    pub argument: Option<i128>,
}

/// Functions of the program that are started and evaluated from outside, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Harness {
    /// The function to call first.
    pub init: Option<String>,
    /// Functions to start threads with.
    pub threads: Vec<ThreadStart>,
    /// Functions that must not return zero in any state.
    pub invariants: Vec<String>,
}

/// A name of a [`Harness`] that means nothing in a program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HarnessError {
    /// It is no function, or not only one.
    #[error("{option} {name}: {error}")]
    Find {
        /// The option that names it.
        option: &'static str,
        /// The name.
        name: String,
        /// The reason.
        error: FindError,
    },
    /// A function whose type is not the one it has to be.
    #[error("{option} {name}: the function has the type '{signature}' and not '{expected}'")]
    Type {
        /// The option that names it.
        option: &'static str,
        /// The name.
        name: String,
        /// Its type.
        signature: String,
        /// The type it should have.
        expected: &'static str,
    },
    /// A function that no thread can begin with.
    #[error(
        "--thread {name}: the function has the type '{signature}'; it may take nothing, or one \
         integer or pointer"
    )]
    ThreadType {
        /// The name.
        name: String,
        /// Its type.
        signature: String,
    },
    /// An argument for a function that takes none.
    #[error("--thread {name}={argument}: the function takes no argument")]
    NoArgument {
        /// The name.
        name: String,
        /// The argument.
        argument: i128,
    },
    /// An argument that is too large for its parameter.
    #[error("--thread {name}={argument}: the argument does not fit into {bits} bits")]
    Argument {
        /// The name.
        name: String,
        /// The argument.
        argument: i128,
        /// Bits of the parameter.
        bits: u32,
    },
}

impl Harness {
    /// The function that the program begins with: its own, or the runtime's that starts what is
    /// named here.
    pub fn main(&self) -> &'static str {
        match self.init.is_some() || !self.threads.is_empty() {
            true => "__heddle_harness",
            false => "main",
        }
    }

    /// The functions of a program that are started.
    ///
    /// # Errors
    /// If a name means nothing in the program.
    pub fn starts_in(&self, program: &Program) -> Result<heddle_machine::Harness, HarnessError> {
        let init = self.init.as_deref().map(|name| init(program, name)).transpose()?;
        let threads = self.threads.iter().map(|start| thread(program, start));
        Ok(heddle_machine::Harness { init, threads: threads.collect::<Result<_, _>>()? })
    }

    /// The functions of a program that are its invariants.
    ///
    /// # Errors
    /// If a name means nothing in the program.
    pub fn invariants_in(&self, program: &Program) -> Result<Vec<FuncId>, HarnessError> {
        self.invariants.iter().map(|name| invariant(program, name)).collect()
    }
}

fn find<'p>(
    program: &'p Program,
    option: &'static str,
    name: &str,
) -> Result<(FuncId, &'p heddle_program::Function), HarnessError> {
    find_function(program, name).map_err(|error| HarnessError::Find {
        option,
        name: name.to_owned(),
        error,
    })
}

fn init(program: &Program, name: &str) -> Result<FuncId, HarnessError> {
    let option = "--init";
    let (id, function) = find(program, option, name)?;
    let signature = &function.signature;
    if !signature.params.is_empty() || signature.variadic {
        let (name, signature) = (name.to_owned(), signature.to_string());
        return Err(HarnessError::Type { option, name, signature, expected: "void (void)" });
    }
    Ok(id)
}

fn invariant(program: &Program, name: &str) -> Result<FuncId, HarnessError> {
    let option = "--invariant";
    let (id, function) = find(program, option, name)?;
    let signature = &function.signature;
    let fits = signature.params.is_empty()
        && !signature.variadic
        && matches!(signature.result, ValueType::Int(_));
    if !fits {
        let (name, signature) = (name.to_owned(), signature.to_string());
        return Err(HarnessError::Type { option, name, signature, expected: "int (void)" });
    }
    Ok(id)
}

fn thread(program: &Program, start: &ThreadStart) -> Result<HarnessThread, HarnessError> {
    let name = &start.function;
    let (id, function) = find(program, "--thread", name)?;
    let signature = &function.signature;
    let argument = start.argument.unwrap_or(0);
    let bits = match signature.params[..] {
        _ if signature.variadic => None,
        [] if start.argument.is_some() => {
            return Err(HarnessError::NoArgument { name: name.clone(), argument });
        }
        [] => Some(64),
        [ValueType::Int(bits)] if bits <= 64 => Some(bits),
        [ValueType::Pointer] => Some(8 * u32::from(program.target.pointer_bytes)),
        _ => None,
    };
    let Some(bits) = bits else {
        let (name, signature) = (name.clone(), signature.to_string());
        return Err(HarnessError::ThreadType { name, signature });
    };
    // Signed or not is not known here.
    let fits = -(1i128 << (bits - 1)) <= argument && argument < 1i128 << bits;
    if !fits {
        return Err(HarnessError::Argument { name: name.clone(), argument, bits });
    }
    Ok(HarnessThread { function: id, argument: argument as u64 & u64::MAX >> (64 - bits) })
}

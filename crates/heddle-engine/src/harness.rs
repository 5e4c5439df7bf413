//! Functions that are started and evaluated from outside the program, by name, and what the
//! names mean in a program.
//!
//! A function has other numbers in each way in which a program is linked, so a question has
//! names, and each engine finds the functions in the program that it looks at.

use std::fmt;

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

impl fmt::Display for ThreadStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.argument {
            Some(argument) => write!(f, "{}={argument}", self.function),
            None => f.write_str(&self.function),
        }
    }
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

/// The use of a function that is named from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HarnessRole {
    /// It is called first.
    Init,
    /// A thread begins with it.
    Thread,
    /// It must not return zero in any state.
    Invariant,
}

impl fmt::Display for HarnessRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            HarnessRole::Init => "init",
            HarnessRole::Thread => "thread",
            HarnessRole::Invariant => "invariant",
        })
    }
}

/// A function of a [`Harness`] that a program does not have, or not in a form that can be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{role} {function}: {problem}")]
pub struct HarnessError {
    /// Its use.
    pub role: HarnessRole,
    /// The function, as `NAME` or `NAME=ARGUMENT`.
    pub function: String,
    /// The problem with it.
    pub problem: HarnessProblem,
}

/// A problem with a function of a [`Harness`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HarnessProblem {
    /// It is no function, or not only one.
    #[error(transparent)]
    Find(FindError),
    /// Its type is not the one that it has to be.
    #[error("the function has the type '{signature}' and not '{expected}'")]
    Type {
        /// Its type.
        signature: String,
        /// The type it should have.
        expected: &'static str,
    },
    /// No thread can begin with it.
    #[error(
        "the function has the type '{signature}'; it may take nothing, or one integer or pointer"
    )]
    ThreadType {
        /// Its type.
        signature: String,
    },
    /// It takes no argument, and one is given.
    #[error("the function takes no argument")]
    NoArgument,
    /// The argument is too large for its parameter.
    #[error("the argument does not fit into {bits} bits")]
    Argument {
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

    /// The names of all functions.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let threads = self.threads.iter().map(|start| &start.function);
        self.init.iter().chain(threads).chain(&self.invariants).map(String::as_str)
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

fn init(program: &Program, name: &str) -> Result<FuncId, HarnessError> {
    let error = error(HarnessRole::Init, name);
    let (id, function) =
        find_function(program, name).map_err(HarnessProblem::Find).map_err(&error)?;
    let signature = &function.signature;
    if !signature.params.is_empty() || signature.variadic {
        let signature = signature.to_string();
        return Err(error(HarnessProblem::Type { signature, expected: "void (void)" }));
    }
    Ok(id)
}

fn invariant(program: &Program, name: &str) -> Result<FuncId, HarnessError> {
    let error = error(HarnessRole::Invariant, name);
    let (id, function) =
        find_function(program, name).map_err(HarnessProblem::Find).map_err(&error)?;
    let signature = &function.signature;
    let fits = signature.params.is_empty()
        && !signature.variadic
        && matches!(signature.result, ValueType::Int(_));
    if !fits {
        let signature = signature.to_string();
        return Err(error(HarnessProblem::Type { signature, expected: "int (void)" }));
    }
    Ok(id)
}

/// Makes errors about a function.
fn error(role: HarnessRole, function: &str) -> impl Fn(HarnessProblem) -> HarnessError {
    move |problem| HarnessError { role, function: function.to_owned(), problem }
}

fn thread(program: &Program, start: &ThreadStart) -> Result<HarnessThread, HarnessError> {
    let described = start.to_string();
    let error = error(HarnessRole::Thread, &described);
    let found = find_function(program, &start.function);
    let (id, function) = found.map_err(HarnessProblem::Find).map_err(&error)?;
    let signature = &function.signature;
    let argument = start.argument.unwrap_or(0);
    let bits = match signature.params[..] {
        _ if signature.variadic => None,
        [] if start.argument.is_some() => return Err(error(HarnessProblem::NoArgument)),
        [] => Some(64),
        [ValueType::Int(bits)] if bits <= 64 => Some(bits),
        [ValueType::Pointer] => Some(8 * u32::from(program.target.pointer_bytes)),
        _ => None,
    };
    let Some(bits) = bits else {
        return Err(error(HarnessProblem::ThreadType { signature: signature.to_string() }));
    };
    // Signed or not is not known here.
    let fits = -(1i128 << (bits - 1)) <= argument && argument < 1i128 << bits;
    if !fits {
        return Err(error(HarnessProblem::Argument { bits }));
    }
    Ok(HarnessThread { function: id, argument: argument as u64 & u64::MAX >> (64 - bits) })
}

//! Names of loops: the function, and the line of the loop.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use heddle_program::{FuncId, Origin, Pc, Program};

use crate::outcome::CheckError;
use crate::symbolic::executor::location_of;
use crate::symbolic::flow::Flow;

/// The name of the loop that begins with an instruction.
pub(crate) fn name(program: &Program, func: FuncId, head: Pc) -> String {
    let function = &program.functions[func].source_name;
    let line = location_of(program, func, head).map(|id| program.source.locations[id].line);
    match line {
        Some(line) => format!("{function}:{line}"),
        None => format!("{function}:@{head}"),
    }
}

/// The limits of loops that are given by name.
///
/// # Errors
///
/// If there is no loop of a name.
pub(crate) fn limits(
    program: &Program,
    named: &[(String, u32)],
) -> Result<HashMap<(FuncId, Pc), u32, FixedState>, CheckError> {
    let mut limits = HashMap::default();
    if named.is_empty() {
        return Ok(limits);
    }
    let mut found = vec![false; named.len()];
    let mut users = Vec::new();
    for (func, function) in &program.functions {
        for head in Flow::new(function).heads() {
            let name = name(program, func, head);
            for (i, (wanted, limit)) in named.iter().enumerate() {
                if *wanted == name {
                    found[i] = true;
                    limits.insert((func, head), *limit);
                }
            }
            if function.origin == Origin::User {
                users.push(name);
            }
        }
    }
    match found.iter().position(|found| !found) {
        None => Ok(limits),
        Some(i) => {
            users.sort();
            users.dedup();
            Err(CheckError::NoSuchLoop { name: named[i].0.clone(), loops: users })
        }
    }
}

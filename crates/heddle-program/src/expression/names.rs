//! Resolution of the names in an expression.
//!
//! A name means the entity that has exactly this name, qualified by all that is around it; if
//! there is none, an entity that has it after leaving out scopes at the front: `calls` is
//! `f::calls` if there is no other `calls`. Several things that it could mean make it ambiguous, unless
//! they are enumerators with one value. A file or a scope in single quotes tells them apart.

use std::collections::BTreeMap;
use std::ops::Range;

use super::error::{ExpressionError, proposal};
use super::types;
use crate::{
    DebugTypeId, FileId, Function, GlobalId, LocationId, Origin, Program, ScopeKind, SourceMap,
};

/// A name as it is written.
pub(super) struct WrittenName<'t> {
    /// The name, with the scopes before it: `ns::x`.
    pub(super) name: String,
    /// A file or scope in quotes.
    pub(super) within: Option<&'t str>,
    /// True if nothing may be left out: it begins with `::`.
    pub(super) is_complete: bool,
    /// Place in the text.
    pub(super) range: Range<usize>,
}

/// Meaning of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// A variable, and its type.
    Variable(GlobalId, DebugTypeId),
    /// A variable that is a constant and has no memory.
    Constant(u64, DebugTypeId),
    /// An enumerator.
    Enumerator(i128, DebugTypeId),
}

/// Something that has a name.
#[derive(Clone, Copy)]
struct Candidate<'p> {
    name: &'p str,
    kind: CandidateKind,
    file: Option<FileId>,
    line: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CandidateKind {
    Variable(GlobalId),
    /// By its number.
    Absent(usize),
    Enumerator(i128, DebugTypeId),
}

/// The variables that expressions can speak of, as they can be written.
pub fn variables(program: &Program) -> Vec<String> {
    let usable = program.globals.values().filter(|global| {
        global.origin == Origin::User
            && global.ty.is_some()
            && global.init.is_some()
            && !global.thread_local
            // What heddle.h has left for heddle.
            && !global.name.contains("__heddle_")
    });
    let mut names: Vec<String> = usable.map(|global| global.source_name.clone()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Resolves a name.
pub(super) fn resolve(
    program: &Program,
    written: &WrittenName<'_>,
) -> Result<Meaning, ExpressionError> {
    let candidates = candidates(program);
    let is_absent = |candidate: &&Candidate<'_>| matches!(candidate.kind, CandidateKind::Absent(_));
    for is_exact in [true, false] {
        let meant: Vec<&Candidate<'_>> = candidates
            .iter()
            .filter(|candidate| is_meant(&program.source, candidate, written, is_exact))
            .collect();
        let present: Vec<_> = meant.iter().copied().filter(|meant| !is_absent(meant)).collect();
        let found = if present.is_empty() { meant } else { present };
        if !found.is_empty() {
            return only(program, written, &found);
        }
    }
    Err(unknown(program, written, &candidates))
}

/// All that has a name, constants without memory included.
fn candidates(program: &Program) -> Vec<Candidate<'_>> {
    let source = &program.source;
    let place = |location: Option<LocationId>| match location.map(|id| source.locations[id]) {
        Some(location) => (Some(location.file), location.line),
        None => (None, 0),
    };
    let mut candidates = Vec::new();
    for (id, global) in &program.globals {
        if global.origin == Origin::User {
            let (file, line) = place(global.location);
            let name = global.source_name.as_str();
            candidates.push(Candidate { name, kind: CandidateKind::Variable(id), file, line });
        }
    }
    for (number, variable) in source.absent.iter().enumerate() {
        let (file, line) = place(variable.location);
        let name = variable.name.as_str();
        candidates.push(Candidate { name, kind: CandidateKind::Absent(number), file, line });
    }
    candidates.extend(source.enumerators.iter().map(|enumerator| Candidate {
        name: &enumerator.name,
        kind: CandidateKind::Enumerator(enumerator.value, enumerator.ty),
        file: enumerator.file,
        line: 0,
    }));
    candidates
}

fn is_meant(
    source: &SourceMap,
    candidate: &Candidate<'_>,
    written: &WrittenName<'_>,
    is_exact: bool,
) -> bool {
    let fits = |name: &str| match is_exact || written.is_complete {
        true => candidate.name == name,
        false => candidate.name.strip_suffix(name).is_some_and(|rest| rest.ends_with("::")),
    };
    match written.within {
        None => fits(&written.name),
        Some(within) => {
            fits(&format!("{within}::{}", written.name))
                || fits(&written.name) && is_in_file(source, candidate, within)
        }
    }
}

/// True if something stands in a file, or at a line of it: `queue.c`, `queue.c:12`.
fn is_in_file(source: &SourceMap, candidate: &Candidate<'_>, within: &str) -> bool {
    let Some(file) = candidate.file else { return false };
    let path = source.files[file].path.as_str();
    let is_named = |name: &str| {
        !name.is_empty()
            && path.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    is_named(within)
        || within
            .rsplit_once(':')
            .is_some_and(|(name, line)| is_named(name) && line.parse() == Ok(candidate.line))
}

/// The one thing that a name means, if it can be used.
fn only(
    program: &Program,
    written: &WrittenName<'_>,
    found: &[&Candidate<'_>],
) -> Result<Meaning, ExpressionError> {
    let error = |message: String| Err(ExpressionError::new(written.range.clone(), message));
    let value = |candidate: &Candidate<'_>| match candidate.kind {
        CandidateKind::Enumerator(value, _) => Some(value),
        CandidateKind::Absent(number) => program.source.absent[number].value.map(i128::from),
        CandidateKind::Variable(_) => None,
    };
    let first = found[0];
    let is_same = |other: &&Candidate<'_>| value(other).is_some() && value(other) == value(first);
    if !found[1..].iter().all(is_same) {
        return Err(ambiguous(program, written, found));
    }
    let name = first.name;
    match first.kind {
        CandidateKind::Enumerator(value, ty) => Ok(Meaning::Enumerator(value, ty)),
        CandidateKind::Absent(number) => {
            let variable = &program.source.absent[number];
            match (variable.value, variable.ty) {
                (Some(value), Some(ty)) => Ok(Meaning::Constant(value, ty)),
                _ => error(format!(
                    "the program does without the variable '{name}': the optimizer removed it"
                )),
            }
        }
        CandidateKind::Variable(id) => {
            let global = &program.globals[id];
            if global.init.is_none() {
                return error(format!("the variable '{name}' is declared but nowhere defined"));
            }
            let Some(ty) = global.ty else {
                return error(format!(
                    "there is no debug information about '{name}': compile it with -g"
                ));
            };
            if global.thread_local {
                return error(format!(
                    "'{name}' is thread-local: each thread has its own, and a proposition is \
                     about all of them"
                ));
            }
            if types::size(program, ty).is_some_and(|size| size > global.size) {
                return error(format!("the optimizer took the variable '{name}' apart"));
            }
            Ok(Meaning::Variable(id, ty))
        }
    }
}

fn ambiguous(
    program: &Program,
    written: &WrittenName<'_>,
    found: &[&Candidate<'_>],
) -> ExpressionError {
    let place = |candidate: &&Candidate<'_>| {
        let file = candidate.file.map(|file| program.source.files[file].path.as_str())?;
        let name = file.rsplit('/').next().unwrap_or(file);
        Some(if candidate.line == 0 {
            name.to_owned()
        } else {
            format!("{name}:{}", candidate.line)
        })
    };
    let text = |candidate: &&Candidate<'_>| {
        let value = match candidate.kind {
            CandidateKind::Enumerator(value, _) => format!(" = {value}"),
            _ => String::new(),
        };
        let place = place(candidate).map(|place| format!(" ({place})")).unwrap_or_default();
        format!("'{}'{value}{place}", candidate.name)
    };
    let mut list: Vec<String> = found.iter().map(text).collect();
    list.dedup();
    let message = format!("'{}' is ambiguous: {}", written.name, list.join(", "));
    let error = ExpressionError::new(written.range.clone(), message);
    match found.iter().find_map(place) {
        Some(place) => error.help(format!("write '{place}'::{} for the first", written.name)),
        None => error,
    }
}

fn unknown(
    program: &Program,
    written: &WrittenName<'_>,
    candidates: &[Candidate<'_>],
) -> ExpressionError {
    let name = written.name.as_str();
    let error = |message: String| ExpressionError::new(written.range.clone(), message);
    if let Some((function, is_parameter)) = local_variable(program, name) {
        let kind = if is_parameter { "a parameter" } else { "a local variable" };
        let function = &function.source_name;
        return error(format!("'{name}' is {kind} of '{function}'"))
            .help("propositions speak of variables of static storage only");
    }
    let is_function = |function: &&Function| function.source_name == name;
    if user_functions(program).any(|function| is_function(&function)) {
        return error(format!("'{name}' is a function"))
            .help("propositions speak of variables of static storage only");
    }
    let usable = variables(program);
    let usable = usable.iter().map(String::as_str);
    // Of the names that an enumerator has, the shortest is enough.
    let mut enumerators: BTreeMap<(DebugTypeId, i128, &str), &str> = BTreeMap::new();
    for candidate in candidates {
        if let CandidateKind::Enumerator(value, ty) = candidate.kind {
            let last = candidate.name.rsplit("::").next().unwrap_or_default();
            let name = enumerators.entry((ty, value, last)).or_insert(candidate.name);
            *name = if candidate.name.len() < name.len() { candidate.name } else { name };
        }
    }
    let enumerators = enumerators.into_values();
    let error = error(format!("no variable or enumerator '{name}'"));
    match proposal(name, usable.chain(enumerators)) {
        Some(help) => error.help(format!("{help} (macros are not known here)")),
        None => error.help("macros are not known here"),
    }
}

fn user_functions(program: &Program) -> impl Iterator<Item = &Function> {
    program.functions.values().filter(|function| function.origin == Origin::User)
}

/// The function that has a local variable of this name (`x` or `f::x`), and whether it is a
/// parameter.
fn local_variable<'p>(program: &'p Program, name: &str) -> Option<(&'p Function, bool)> {
    let (scope, name) = match name.rsplit_once("::") {
        Some((scope, name)) => (Some(scope), name),
        None => (None, name),
    };
    let scopes = &program.source.scopes;
    for function in user_functions(program) {
        for variable in function.variables.iter().filter(|variable| variable.name == name) {
            let mut at = variable.scope;
            while let Some(parent) = scopes[at].parent {
                at = parent;
            }
            let ScopeKind::Function { name: within } = &scopes[at].kind else { continue };
            // What was inlined is another function's.
            if *within == function.source_name && scope.is_none_or(|scope| scope == within) {
                return Some((function, variable.argument != 0));
            }
        }
    }
    None
}

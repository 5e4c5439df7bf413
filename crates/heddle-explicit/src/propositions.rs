//! The meaning of the propositions of formulas in a program.

use std::collections::BTreeSet;

use heddle_engine::{find_function, similar_names, source_constants};
use heddle_machine::{MOST_OBSERVED_THREADS, Proposition, is_file};
use heddle_model::ThreadId;
use heddle_program::Program;

/// A proposition that means nothing in a program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PropositionError {
    /// A definition whose expression means nothing.
    #[error("definition '{name} = {text}': {reason}")]
    Definition {
        /// The name that is defined.
        name: String,
        /// The expression.
        text: String,
        /// The reason.
        reason: String,
    },
    /// A proposition of a formula.
    #[error("{0}")]
    Meaningless(String),
}

/// A meaning, or the reason why there is none.
type Result<T> = std::result::Result<T, PropositionError>;

fn fail<T>(reason: impl Into<String>) -> Result<T> {
    Err(PropositionError::Meaningless(reason.into()))
}

/// The beginning of the names of variables that macros of heddle.h leave for propositions.
const NAMED: &str = "__heddle_ap_";

/// The propositions of these names, such as requirements have had.
///
/// # Errors
/// If one of them means nothing.
pub fn resolve_all(
    names: &[String],
    definitions: &[(String, String)],
    program: &Program,
) -> Result<Vec<Proposition>> {
    let resolve =
        |name: &String| resolve(&heddle_ltl::Proposition::from_text(name), definitions, program);
    names.iter().map(resolve).collect()
}

/// The meaning of a proposition of a formula.
pub(crate) fn resolve(
    proposition: &heddle_ltl::Proposition,
    definitions: &[(String, String)],
    program: &Program,
) -> Result<Proposition> {
    match proposition {
        heddle_ltl::Proposition::Name(name) => resolve_name(name, definitions, program),
        heddle_ltl::Proposition::Quoted(text) => expression(program, text),
        heddle_ltl::Proposition::Call { name, argument } => resolve_call(name, argument, program),
    }
}

fn resolve_name(
    name: &str,
    definitions: &[(String, String)],
    program: &Program,
) -> Result<Proposition> {
    if let Some(apart) = heddle_ltl::Proposition::Name(name.to_owned()).as_operators()
        && let Some((_, rest)) = apart.split_once(' ')
        && is_known(rest, definitions, program)
        && !is_known(name, definitions, program)
    {
        return fail(format!("there is no proposition '{name}'; with operators it is '{apart}'"));
    }
    if let Some((_, text)) = definitions.iter().find(|(other, _)| other == name) {
        return definition(program, name, text);
    }
    let of_source = |other: &str| source_constants(program, NAMED).any(|(_, known)| known == other);
    let variable = expression(program, name);
    match (of_source(name), variable) {
        (true, Err(_)) => Ok(Proposition::Named(name.to_owned())),
        (false, Ok(variable)) => Ok(variable),
        (true, Ok(_)) => fail(format!(
            "'{name}' is both a proposition of the source and a static variable; \
             a definition 'OTHER = {name}' gives the variable another name"
        )),
        (false, Err(error)) => {
            let known: Vec<String> =
                source_constants(program, NAMED).map(|(_, name)| name).collect();
            let defined = definitions.iter().map(|(name, _)| name.as_str());
            let near = similar_names(name, known.iter().map(String::as_str).chain(defined));
            let mut names: Vec<&str> = known.iter().map(String::as_str).collect();
            names.sort_unstable();
            names.dedup();
            let list = match names.is_empty() {
                true => "the source has none".to_owned(),
                false => format!("the source has {}", names.join(", ")),
            };
            fail(format!(
                "there is no proposition '{name}' ({list}){near}\nAs a C expression: {error}"
            ))
        }
    }
}

/// True if a name means something.
fn is_known(name: &str, definitions: &[(String, String)], program: &Program) -> bool {
    definitions.iter().any(|(other, _)| other == name)
        || source_constants(program, NAMED).any(|(_, known)| known == name)
        || expression(program, name).is_ok()
}

/// The meaning of a definition of the command line.
pub(crate) fn definition(program: &Program, name: &str, text: &str) -> Result<Proposition> {
    expression(program, text).map_err(|error| {
        let (name, text) = (name.to_owned(), text.to_owned());
        PropositionError::Definition { name, text, reason: error.to_string() }
    })
}

fn expression(program: &Program, text: &str) -> Result<Proposition> {
    let expression = heddle_program::expression::compile(program, text);
    let expression =
        expression.map_err(|error| PropositionError::Meaningless(error.to_string()))?;
    Ok(Proposition::Expression(expression))
}

fn resolve_call(name: &str, argument: &str, program: &Program) -> Result<Proposition> {
    let thread = || -> Result<ThreadId> {
        let digits = argument.strip_prefix('T').unwrap_or(argument);
        let number =
            digits.parse::<u32>().ok().filter(|&number| (number as usize) < MOST_OBSERVED_THREADS);
        number.map(ThreadId).ok_or_else(|| {
            let last = MOST_OBSERVED_THREADS - 1;
            PropositionError::Meaningless(format!(
                "'{argument}' is no thread; threads are 0 (main), 1, 2, ... up to {last}"
            ))
        })
    };
    Ok(match name {
        "enabled" => Proposition::Enabled(thread()?),
        "exited" => Proposition::Exited(thread()?),
        "in" => {
            let found = find_function(program, argument);
            let found = found
                .map_err(|error| PropositionError::Meaningless(format!("in {argument}: {error}")));
            Proposition::In(found?.0)
        }
        "at" => {
            let parts = argument.rsplit_once(':');
            let parts = parts.and_then(|(file, line)| Some((file, line.trim().parse().ok()?)));
            let Some((file, line)) = parts else {
                return fail(format!("'at({argument})' should be 'at(FILE:LINE)'"));
            };
            let file = file.trim();
            let file = file.strip_prefix("./").unwrap_or(file);
            line_with_code(program, file, line)?;
            Proposition::At { file: file.to_owned(), line }
        }
        "is" if argument == "ended" => Proposition::Ended,
        "is" if argument == "stopped" => Proposition::Stopped,
        "is" if argument == "progress" => Proposition::Progress,
        _ => {
            return fail(format!(
                "there is nothing called '{name}({argument})'; there are enabled(T), exited(T), \
                 in(FUNCTION), at(FILE:LINE), is(ended), is(stopped), is(progress)"
            ));
        }
    })
}

/// Sees that a line has code: a proposition about one that has none would never hold.
fn line_with_code(program: &Program, file: &str, line: u32) -> Result<()> {
    let source = &program.source;
    let users = program.functions.values().filter(|function| function.origin.is_programs());
    let locations = users.flat_map(|function| &function.locations).flatten();
    let mut files = BTreeSet::new();
    let mut lines = BTreeSet::new();
    for location in locations.map(|&id| &source.locations[id]) {
        let path = &source.files[location.file].path;
        files.insert(path.as_str());
        if is_file(path, file) {
            lines.insert(location.line);
        }
    }
    if lines.contains(&line) {
        return Ok(());
    }
    if lines.is_empty() {
        let files: Vec<&str> = files.into_iter().collect();
        let files = files.join(", ");
        return fail(format!("there is no code in a file '{file}'; there is some in {files}"));
    }
    let before = lines.range(..line).next_back();
    let after = lines.range(line..).next();
    let near: Vec<String> = before.into_iter().chain(after).map(u32::to_string).collect();
    let near = near.join(", ");
    fail(format!("line {line} of {file} has no code; the nearest with code: {near}"))
}

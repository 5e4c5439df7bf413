//! What the propositions of formulas mean in a program.

use std::collections::BTreeSet;

use anyhow::{Result, anyhow, bail};
use heddle_machine::{MOST_OBSERVED_THREADS, Proposition, is_file};
use heddle_model::ThreadId;
use heddle_program::{Origin, Program};

use super::harness::{find, proposal};

/// What the names of variables begin with that macros of heddle.h leave for propositions.
const NAMED: &str = "__heddle_ap_";

/// The propositions of these names, such as a plan has had.
pub(super) fn propositions(
    names: &[String],
    definitions: &[(String, String)],
    program: &Program,
) -> Result<Vec<Proposition>> {
    let resolve =
        |name: &String| resolve(&heddle_ltl::Proposition::from_text(name), definitions, program);
    names.iter().map(resolve).collect()
}

/// What a proposition of a formula means.
pub(super) fn resolve(
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
        bail!("there is no proposition '{name}'; with operators it is '{apart}'");
    }
    if let Some((_, text)) = definitions.iter().find(|(other, _)| other == name) {
        return definition(program, name, text);
    }
    let of_source = |other: &str| constants(program, NAMED).any(|(_, known)| known == other);
    let variable = expression(program, name);
    match (of_source(name), variable) {
        (true, Err(_)) => Ok(Proposition::Named(name.to_owned())),
        (false, Ok(variable)) => Ok(variable),
        (true, Ok(_)) => bail!(
            "'{name}' is both a proposition of the source and a static variable; \
             --prop 'OTHER = {name}' gives the variable another name"
        ),
        (false, Err(error)) => {
            let known: Vec<String> = constants(program, NAMED).map(|(_, name)| name).collect();
            let defined = definitions.iter().map(|(name, _)| name.as_str());
            let near = proposal(name, known.iter().map(String::as_str).chain(defined));
            let mut names: Vec<&str> = known.iter().map(String::as_str).collect();
            names.sort_unstable();
            names.dedup();
            let list = match names.is_empty() {
                true => "the source has none".to_owned(),
                false => format!("the source has {}", names.join(", ")),
            };
            bail!("there is no proposition '{name}' ({list}){near}\nAs a C expression: {error}")
        }
    }
}

/// Whether a name means something.
fn is_known(name: &str, definitions: &[(String, String)], program: &Program) -> bool {
    definitions.iter().any(|(other, _)| other == name)
        || constants(program, NAMED).any(|(_, known)| known == name)
        || expression(program, name).is_ok()
}

/// What a definition of the command line means.
pub(super) fn definition(program: &Program, name: &str, text: &str) -> Result<Proposition> {
    expression(program, text).map_err(|error| anyhow!("--prop '{name} = {text}': {error}"))
}

fn expression(program: &Program, text: &str) -> Result<Proposition> {
    let expression = heddle_program::expression::compile(program, text)?;
    Ok(Proposition::Expression(expression))
}

fn resolve_call(name: &str, argument: &str, program: &Program) -> Result<Proposition> {
    let thread = || -> Result<ThreadId> {
        let digits = argument.strip_prefix('T').unwrap_or(argument);
        let number =
            digits.parse::<u32>().ok().filter(|&number| (number as usize) < MOST_OBSERVED_THREADS);
        number.map(ThreadId).ok_or_else(|| {
            let last = MOST_OBSERVED_THREADS - 1;
            anyhow!("'{argument}' is no thread; threads are 0 (main), 1, 2, ... up to {last}")
        })
    };
    Ok(match name {
        "enabled" => Proposition::Enabled(thread()?),
        "exited" => Proposition::Exited(thread()?),
        "in" => Proposition::In(find(program, "in", argument)?.0),
        "at" => {
            let parts = argument.rsplit_once(':');
            let parts = parts.and_then(|(file, line)| Some((file, line.trim().parse().ok()?)));
            let Some((file, line)) = parts else {
                bail!("'at({argument})' should be 'at(FILE:LINE)'");
            };
            let file = file.trim();
            let file = file.strip_prefix("./").unwrap_or(file);
            line_with_code(program, file, line)?;
            Proposition::At { file: file.to_owned(), line }
        }
        "is" if argument == "ended" => Proposition::Ended,
        "is" if argument == "stopped" => Proposition::Stopped,
        "is" if argument == "progress" => Proposition::Progress,
        _ => bail!(
            "there is nothing called '{name}({argument})'; there are enabled(T), exited(T), \
             in(FUNCTION), at(FILE:LINE), is(ended), is(stopped), is(progress)"
        ),
    })
}

/// Sees that a line has code: a proposition about one that has none would never hold.
fn line_with_code(program: &Program, file: &str, line: u32) -> Result<()> {
    let source = &program.source;
    let users = program.functions.values().filter(|function| function.origin == Origin::User);
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
        bail!("there is no code in a file '{file}'; there is some in {}", files.join(", "));
    }
    let before = lines.range(..line).next_back();
    let after = lines.range(line..).next();
    let near: Vec<String> = before.into_iter().chain(after).map(u32::to_string).collect();
    bail!("line {line} of {file} has no code; the nearest with code: {}", near.join(", "))
}

/// Names and texts of the string constants that macros of heddle.h have left.
pub(super) fn constants<'p>(
    program: &'p Program,
    prefix: &'static str,
) -> impl Iterator<Item = (String, String)> + 'p {
    let users = program.globals.values().filter(|global| global.origin == Origin::User);
    users.filter_map(move |global| {
        // C++ has its own names around it, and so have variables of functions.
        let (_, name) = global.name.split_once(prefix)?;
        let bytes = &global.init.as_ref()?.bytes;
        let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
        Some((name.to_owned(), String::from_utf8_lossy(text).into_owned()))
    })
}

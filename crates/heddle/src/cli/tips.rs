//! Tips for command lines that make no sense: what was probably meant.

use std::ffi::OsString;
use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Error, Parser};
use heddle_engine::similar_names;
use heddle_model::Property;

use super::Cli;
use crate::driver::is_source;

/// Parses the words of a command line, the program's name first.
pub(crate) fn parse(words: &[OsString]) -> Result<Cli, Error> {
    Cli::try_parse_from(words).map_err(|error| with_tip(error, words))
}

/// The error with a tip that fits, in place of one that does not.
fn with_tip(mut error: Error, words: &[OsString]) -> Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let tip = match error.kind() {
        // clap has found a command of almost the same name.
        ErrorKind::InvalidSubcommand if error.get(ContextKind::SuggestedSubcommand).is_some() => {
            None
        }
        ErrorKind::InvalidSubcommand => without_command(&words)
            .or_else(|| similar_command(&text(ContextKind::InvalidSubcommand)?)),
        ErrorKind::UnknownArgument => {
            // clap's tip would pass the option on to clang.
            let option = text(ContextKind::InvalidArg);
            error.remove(ContextKind::Suggested);
            without_command(&words).or_else(|| other_option(&option?, &words))
        }
        _ => None,
    };
    if let Some(tip) = tip {
        let tip = StyledStr::from(tip);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

/// The tip for a line with a program and no command.
fn without_command(words: &[String]) -> Option<String> {
    let mut arguments = words.iter().skip(1);
    let has_command = arguments.clone().any(|word| Cli::command().find_subcommand(word).is_some());
    let has_program = arguments.any(|word| is_source(Path::new(word)));
    let line = shlex::try_join(words.iter().skip(1).map(String::as_str)).ok()?;
    (has_program && !has_command).then(|| format!("to check a program: 'heddle check {line}'"))
}

/// The tip for a command that there is not.
fn similar_command(name: &str) -> Option<String> {
    let command = Cli::command();
    let names = command.get_subcommands().map(clap::Command::get_name);
    let proposal = similar_names(name, names);
    let proposal = proposal.trim_start_matches("; ");
    (!proposal.is_empty()).then(|| proposal.to_owned())
}

/// The tip for an option that there is not.
fn other_option(option: &str, words: &[String]) -> Option<String> {
    let command = words.get(1)?;
    let options = Cli::command();
    let options = options.find_subcommand(command)?;
    let has_long = |name: &str| options.get_arguments().any(|one| one.get_long() == Some(name));
    if let Some(name) = option.strip_prefix("--") {
        let is_property = Property::ALL.iter().any(|property| property.name() == name);
        return (is_property && has_long("property")).then(|| format!("write '--property {name}'"));
    }
    // clap names the first letter only.
    let word = words.iter().skip(2).find(|word| word.starts_with(option))?;
    let name = word.trim_start_matches('-').split('=').next()?;
    if has_long(name) {
        return Some(format!("write '--{name}', with two dashes"));
    }
    has_long("property").then(|| format!("flags for clang come last, after '--': '-- {word}'"))
}

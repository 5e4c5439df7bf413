//! Errors of engines in the words of the command line.
//!
//! Engines name options and formulas as data; this is where they get the spelling that a user has
//! given or may give.

use std::ops::Range;

use anyhow::{Error, anyhow};
use clap::ValueEnum;
use heddle_engine::{EngineError, Feature, FormulaOrigin, HarnessError, HarnessRole, Refusal};
use heddle_explicit::{Conflict, FormulaError, FormulaOption, PartialOption, PropositionError};
use heddle_search::{Aspect, CheckpointError, Difference, SearchOption};
use heddle_trace::render;

use crate::cli::{OnMemoryLimit, Order, Store};

/// Most characters of an option that are repeated when something is wrong with it.
const MOST_SHOWN: usize = 120;

/// The message of an engine that gives no answer.
pub(crate) fn engine_error(error: EngineError) -> Error {
    match error {
        EngineError::Refused(refusal) => Error::msg(refused(refusal)),
        EngineError::Question(error) => question_error(error),
        error @ (EngineError::Models(_) | EngineError::Thread(_)) => error.into(),
    }
}

/// The message about a question that makes no sense.
pub(super) fn question_error(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    let error = error.into();
    if let Some(error) = error.downcast_ref::<FormulaError>() {
        return formula_error(error);
    }
    if let Some(error) = error.downcast_ref::<Conflict>() {
        return Error::msg(conflict(*error));
    }
    if let Some(HarnessError { role, function, problem }) = error.downcast_ref() {
        return anyhow!("{} {function}: {problem}", role_option(*role));
    }
    if let Some(PropositionError::Definition { name, text, reason }) = error.downcast_ref() {
        return anyhow!("--prop '{name} = {text}': {reason}");
    }
    if let Some(CheckpointError::OtherSearch { file, differences }) = error.downcast_ref() {
        let file = file.display();
        return anyhow!("checkpoint {file} is of another search: {}", differing(differences));
    }
    Error::from_boxed(error)
}

/// An error in a formula, pointed at.
fn formula_error(error: &FormulaError) -> Error {
    let FormulaError { origin, part, message } = error;
    let origin = match origin {
        None => return anyhow!("{message}"),
        Some(FormulaOrigin::Question { text }) => format!("--ltl '{text}'"),
        Some(FormulaOrigin::Property(property)) => format!("--property {property}"),
        Some(FormulaOrigin::Automaton { file }) => format!("--never {file}"),
        Some(origin @ FormulaOrigin::Source { .. }) => origin.to_string(),
    };
    match part {
        Some((text, part)) => pointed(&origin, text, part, message),
        None => anyhow!("{origin}: {message}"),
    }
}

/// A message about a part of a text, with a mark below that part.
pub(super) fn pointed(origin: &str, text: &str, part: &Range<usize>, message: &str) -> Error {
    let origin = match origin.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{} ...", &origin[..end]),
        None => origin.to_owned(),
    };
    anyhow!("{origin}: {message}\n{}", render::marked(text, part))
}

/// Options that do not go together.
fn conflict(conflict: Conflict) -> String {
    match conflict {
        Conflict::Formulas(option) => {
            let option = match option {
                PartialOption::Preemptions => "--context-bound".to_owned(),
                PartialOption::PreemptionOrder => format!("--order {}", word(Order::Icb)),
                PartialOption::Hash64Store => format!("--store {}", word(Store::Hash64)),
                PartialOption::BitstateStore => format!("--store {}", word(Store::Bitstate)),
                PartialOption::BitstateAtLimit => {
                    format!("--on-memory-limit {}", word(OnMemoryLimit::Bitstate))
                }
                PartialOption::Checkpoint => "--checkpoint or --resume".to_owned(),
            };
            format!(
                "{option} does not go with temporal formulas, for which all states and \
                 transitions are kept; leave it out, or leave out the formulas (those of the \
                 source with --property)"
            )
        }
        Conflict::NoFormula(option) => {
            let option = match option {
                FormulaOption::Fairness => "--fair",
                FormulaOption::Definition => "--prop",
            };
            format!(
                "{option} is about temporal formulas, and there are none: give one with --ltl, \
                 --never, --property livelock or --property termination, or LTL(...) in the source"
            )
        }
    }
}

/// The option that names a function to start or evaluate.
fn role_option(role: HarnessRole) -> &'static str {
    match role {
        HarnessRole::Init => "--init",
        HarnessRole::Thread => "--thread",
        HarnessRole::Invariant => "--invariant",
    }
}

/// Differences between searches, each option once.
fn differing(differences: &[Difference]) -> String {
    let mut named: Vec<&str> = Vec::new();
    let mut phrases = Vec::new();
    for difference in differences {
        let name = match &difference.aspect {
            Aspect::Named(name) => name,
            Aspect::Option(option) => search_option(*option),
        };
        if !named.contains(&name) {
            named.push(name);
            phrases.push(format!("{name} {}", difference.values()));
        }
    }
    phrases.join("; ")
}

/// The option that shapes a search.
fn search_option(option: SearchOption) -> &'static str {
    match option {
        SearchOption::Order => "--order",
        SearchOption::Seed => "--seed",
        SearchOption::Reduction => "--reduction",
        SearchOption::Store => "--store",
        SearchOption::OnMemoryLimit => "--on-memory-limit",
        SearchOption::Depth => "--depth",
        SearchOption::Preemptions => "--context-bound",
        SearchOption::Superstep => "--superstep",
        SearchOption::AllViolations => "--all-violations",
    }
}

/// A value as it is written on the command line.
pub(super) fn word(value: impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// A refusal of an engine.
pub(super) fn refused(refusal: Refusal) -> String {
    let Refusal { engine, feature } = refusal;
    let flag = match feature {
        Feature::Property(property) => format!("--property {property}"),
        Feature::Invariants => "--invariant".to_owned(),
        Feature::AllViolations => "--all-violations".to_owned(),
        Feature::StateLimit => "--states".to_owned(),
        Feature::Formulas => {
            return format!(
                "the program has temporal formulas, which --engine {engine} does not check; leave \
                 it out"
            );
        }
        Feature::PointerBytes(4) => {
            return format!("the {engine} engine checks 64-bit programs only, not those of -m32");
        }
        Feature::PointerBytes(bytes) => {
            return format!("the {engine} engine does not check programs of {} bits", 8 * bytes);
        }
        Feature::NoProperty => {
            return format!("nothing is left to look for with --engine {engine}");
        }
    };
    format!("{flag} does nothing with --engine {engine}; leave it out, or leave the engine out")
}

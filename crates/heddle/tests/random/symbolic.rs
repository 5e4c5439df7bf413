//! Checks random programs with the symbolic engine, by the command line, and compares with
//! the search through states.
//!
//! What the engine finds must be among all that the search finds, and where it finds
//! nothing, there must be nothing, unless a bound explains it. A run that it claims and that
//! does not replay is a difference, whatever the search says. Only what it cannot follow, or not in
//! time, is left open; how much that is, is counted.

use std::fs;
use std::ops::Range;
use std::path::Path;

use heddle_model::{Bound, BoundKind, Property, PropertySet, UnknownKind};

use super::batch::{Batch, Target, compile};
use super::search::{FILE, keep};
use super::ways::{Found, search};
use super::{Outcome, Source, generate};
use crate::support::heddle::{Answer, Bug, Line, WAYS};

/// States that a search may visit; what it did not see cannot be compared.
const STATES: u64 = 20_000;
/// Limits of the engine. No loop of the programs that is ever left goes round more often.
const LIMITS: [&str; 6] = ["--time", "4s", "--memory", "2G", "--unwind", "5"];
/// Both encodings. So many switches are enough for nearly all that goes wrong.
const ENCODINGS: [&[&str]; 2] =
    [&["--encoding", "order"], &["--encoding", "switches", "--context-bound", "6"]];
/// Options for programs that need more switches.
const MANY_SWITCHES: &[&str] = &["--encoding", "switches", "--context-bound", "20"];

/// Compares what both engines say of each of some programs, compiled for a target.
pub(crate) fn compare_engines(
    seeds: Range<u64>,
    target: Target,
) -> Result<Vec<Result<Outcome, String>>, String> {
    let is_possible = |source: &Source| target == Target::Wide || source.is_narrow();
    let sources: Vec<Source> = seeds.map(generate).filter(is_possible).collect();
    let batch = Batch::compile(&sources, target)?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let compare = |source: &Source| {
        compare(&batch, target, source, folder.path()).map_err(|message| keep(source, &message))
    };
    Ok(sources.iter().map(compare).collect())
}

fn compare(
    batch: &Batch,
    target: Target,
    source: &Source,
    folder: &Path,
) -> Result<Outcome, String> {
    let list = source.properties();
    let properties: PropertySet = list.parse().map_err(|_| format!("properties {list}"))?;
    let program = batch.link(source.seed)?;
    let way = WAYS.iter().find(|way| way.reduction == "superstep");
    let way = way.ok_or("there is no way to search")?;
    let Some(expected) = search(&program, properties, way, STATES)? else {
        return Ok(Outcome::TooLarge);
    };
    // Its lines have the names that they have in the batch.
    let file = folder.join(source.file_name());
    let text = format!("#line 1 \"{}\"\n{}", source.file_name(), source.text());
    compile(&text, source.level(), target, &file)?;
    let bitcode = file.with_extension("bc").display().to_string();
    let mut open = Vec::new();
    for encoding in ENCODINGS {
        let check = |encoding: &[&str]| {
            let rest = ["--engine", "bmc", "--property", list];
            let line = Line::new("check").with(rest).with(LIMITS).with(encoding);
            let answer = line.with(["--json", "-", &bitcode]).answer();
            let shown = line.with([source.level(), FILE, "--", target.flag()]);
            let judged = answer.and_then(|answer| judge(&answer, &expected, properties));
            judged.map_err(|error| shown.complaint(&error))
        };
        match check(encoding)? {
            Judged::Right => {}
            Judged::Open(why) => open.push(why),
            // It should be found with more, or there is no time for it.
            Judged::TooFewSwitches => match check(MANY_SWITCHES)? {
                Judged::Right => open.push("needs more context switches".to_owned()),
                Judged::Open(why) => open.push(why),
                Judged::TooFewSwitches => {
                    let message =
                        format!("nothing with {MANY_SWITCHES:?}, but the search: {expected}");
                    return Err(message);
                }
            },
        }
    }
    for kept in [&file, &file.with_extension("bc")] {
        fs::remove_file(kept).map_err(|error| error.to_string())?;
    }
    let name = expected.bugs.first().map_or(expected.verdict, |bug| &bug.kind).to_owned();
    Ok(match (open.len(), open.pop()) {
        (2, Some(why)) => Outcome::Open(why),
        (_, Some(_)) => Outcome::AgreedInPart(name),
        (_, None) => Outcome::Agreed(name),
    })
}

/// Judgements of an answer that is not wrong.
enum Judged {
    Right,
    /// The reason why it is left open.
    Open(String),
    /// Something goes wrong, but only the number of context switches keeps it from being found.
    TooFewSwitches,
}

/// Judges whether an answer can be true, given all that there is.
fn judge(answer: &Answer, expected: &Found, properties: PropertySet) -> Result<Judged, String> {
    let is_right = match answer.verdict.as_str() {
        "violation" => {
            let bug = answer.told.violation.as_ref().map(Bug::of);
            bug.is_some_and(|bug| expected.bugs.contains(&bug))
        }
        "verified" => expected.verdict == "verified",
        "bounded" if expected.verdict != "verified" => {
            let bounds = &answer.told.bounds;
            let is_unrolled =
                |bound: &Bound| matches!(bound.kind, BoundKind::LoopRounds | BoundKind::CallDepth);
            let is_switched = |bound: &Bound| bound.kind == BoundKind::ContextSwitches;
            return match bounds.iter().any(is_unrolled) {
                true => Ok(Judged::Open("a loop goes round more often".to_owned())),
                false if bounds.iter().any(is_switched) => Ok(Judged::TooFewSwitches),
                false => Err(format!("bounded ({}), but the search: {expected}", answer.reason)),
            };
        }
        "bounded" => true,
        "unknown" => match lacking(answer, properties) {
            Some(what) => return Ok(Judged::Open(what.to_owned())),
            None => false,
        },
        _ => false,
    };
    if is_right {
        return Ok(Judged::Right);
    }
    let found: Vec<String> =
        answer.bugs().iter().map(Bug::to_string).chain([answer.reason.clone()]).collect();
    Err(format!("{} ({}), but the search: {expected}", answer.verdict, found.join("; ")))
}

/// The reason why there is no answer: the engine lacks time, or something that has a place in the
/// program. Leaks are looked for at the end of a run, which has none. `None` if it has failed.
fn lacking(answer: &Answer, properties: PropertySet) -> Option<&str> {
    match &answer.told.unknown {
        None => answer.told.stopped.map(|_| answer.reason.as_str()),
        Some(unknown) => {
            let has_place = unknown.place.is_some() || properties.contains(Property::Leak);
            (has_place && unknown.kind != UnknownKind::Internal).then_some(&unknown.reason)
        }
    }
}

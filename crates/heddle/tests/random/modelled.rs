//! Checks random programs with the models of what the machine does, and without.

use std::ops::Range;
use std::path::PathBuf;

use heddle_model::{Property, PropertySet};
use heddle_program::{Input, Origin};

use super::batch::{Batch, Target, read};
use super::search::keep;
use super::ways::search;
use super::{Outcome, Source, generate};
use crate::models::{has_sections, models};
use crate::support::heddle::{Bug, WAYS, Way};

/// States that a search may visit; what it did not see cannot be compared. Models take
/// more of them.
const STATES: u64 = 5_000;
const MODELLED_STATES: u64 = 60_000;

/// Compares what is found in some programs with the models and without.
pub(crate) fn compare_models(seeds: Range<u64>) -> Result<Vec<Result<Outcome, String>>, String> {
    let sources: Vec<Source> = seeds.map(generate).collect();
    let batch = Batch::compile(&sources, Target::Wide)?;
    let read = |file: &PathBuf| read(file, Origin::Model);
    let models: Vec<Input> =
        models(false, Target::Wide.flag())?.iter().map(read).collect::<Result<_, _>>()?;
    let compare = |source: &Source| {
        compare(&batch, &models, source).map_err(|message| keep(source, &message))
    };
    Ok(sources.iter().map(compare).collect())
}

fn compare(batch: &Batch, models: &[Input], source: &Source) -> Result<Outcome, String> {
    let native = batch.link(source.seed)?;
    let modelled = batch.link_with(source.seed, models)?;
    let properties: PropertySet = "default".parse().map_err(|_| "no properties")?;
    // With models, a run in which a thread would be blocked is cut off, and so is one beside which
    // others spin.
    let properties = properties.without(Property::SpinDeadlock);
    let properties = properties
        .without(Property::Overflow)
        // A run in which a thread waits is abandoned, and models may look at memory.
        .without(Property::Deadlock)
        .without(Property::DataRace);
    let way = WAYS.iter().find(|way| way.reduction == "superstep");
    let way: &Way = way.ok_or("there is no way to search")?;
    let Some(expected) = search(&native, properties, way, STATES)? else {
        return Ok(Outcome::TooLarge);
    };
    let Some(found) = search(&modelled, properties, way, MODELLED_STATES)? else {
        return Ok(Outcome::TooLarge);
    };
    let is_same = (found.verdict, &found.bugs) == (expected.verdict, &expected.bugs);
    let may_miss = has_sections(&source.body) && found.bugs.is_subset(&expected.bugs);
    if !is_same && !may_miss {
        return Err(format!("with models {found}, without {expected}"));
    }
    let kind = |bug: &Bug| bug.kind.clone();
    Ok(Outcome::Agreed(found.bugs.first().map_or(found.verdict.to_owned(), kind)))
}

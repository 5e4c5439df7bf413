//! Random formulas on random programs: under each reduction, with and without fairness, by
//! one worker or two, the same runs are there or are not.

use heddle_ltl::{Emptiness, Requirement, RequirementOptions, parse};
use heddle_machine::{Granularity, Machine, Proposition};
use heddle_model::{
    Finding, Limits, Property, PropertySet, ThreadId, UnknownKind, Verdict, Violation,
};
use heddle_program::Program;
use heddle_search::{LivenessChecker, Options, Reduction, Runs, explore_runs};

use super::Source;
use super::batch::own_name;
use super::chance::Chance;
use super::world::{PROPOSITIONS, World};

/// States that a search may visit; see [`super::search`].
const STATES: u64 = 4_000;

/// Shapes of formulas, from which propositions are left out.
const SHAPES: [&str; 14] = [
    "G(p -> F q)",
    "F G p",
    "G F p",
    "G F p -> G F q",
    "p U q",
    "G p",
    "F p",
    "G(p -> (q U r))",
    "p W q",
    "F(p && F q)",
    "G(p -> G q) || F r",
    "(p R q) && G F r",
    "F p -> F q",
    "G F p && F G q",
];

/// Ways to search.
struct Way {
    name: &'static str,
    granularity: Granularity,
    reduction: Reduction,
    workers: usize,
    emptiness: Emptiness,
}

const WAYS: [Way; 5] = [
    Way {
        name: "superstep",
        granularity: Granularity::Global,
        reduction: Reduction::Supersteps,
        workers: 1,
        emptiness: Emptiness::Components,
    },
    Way {
        name: "superstep, two workers, nested search",
        granularity: Granularity::Global,
        reduction: Reduction::Supersteps,
        workers: 2,
        emptiness: Emptiness::Nested(2),
    },
    Way {
        name: "global",
        granularity: Granularity::Global,
        reduction: Reduction::Steps,
        workers: 1,
        emptiness: Emptiness::Components,
    },
    Way {
        name: "tau",
        granularity: Granularity::Tau,
        reduction: Reduction::Steps,
        workers: 1,
        emptiness: Emptiness::Nested(1),
    },
    Way {
        name: "none",
        granularity: Granularity::None,
        reduction: Reduction::Steps,
        workers: 1,
        emptiness: Emptiness::Components,
    },
];

/// Compares what the ways say of a formula.
pub(super) fn compare_runs(program: &Program, source: &Source) -> Result<(), String> {
    let mut chance = Chance::new(source.seed ^ 0x6c74_6c00);
    // The world is what the program began with.
    let world = World::new(&mut Chance::new(source.seed));
    let shape = SHAPES[chance.below(SHAPES.len())];
    let mut propositions = Vec::new();
    for _ in 0..3 {
        propositions.push(proposition(program, source.seed, &world, &mut chance)?);
    }
    let is_fair = chance.percent(50);
    let formula = parse(shape).map_err(|error| error.to_string())?;
    let bit =
        |name: &heddle_ltl::Proposition| ["p", "q", "r"].iter().position(|p| *p == name.text());
    let bits: Vec<u8> =
        formula.propositions().iter().map(|name| bit(name).unwrap_or(0) as u8).collect();
    let finding = Finding::BrokenFormula { name: None, formula: (*shape).to_owned() };
    let violation = Violation::of_run(finding);
    let mut first: Option<(&str, bool)> = None;
    for way in &WAYS {
        let rules = RequirementOptions {
            bits: bits.clone(),
            is_fair,
            emptiness: way.emptiness,
            violation: violation.clone(),
        };
        let requirement = Requirement::new(formula.clone(), rules).map_err(|e| e.to_string())?;
        let Some(holds) = holds(program, way, &propositions, requirement, is_fair)? else {
            return Ok(());
        };
        let &mut (other, expected) = first.get_or_insert((way.name, holds));
        if holds != expected {
            let names: Vec<String> = propositions.iter().map(|one| format!("{one:?}")).collect();
            return Err(format!(
                "{shape} (fair: {is_fair}) holds: {holds} under {}, but {expected} under {other}; {}",
                way.name,
                names.join("; ")
            ));
        }
    }
    Ok(())
}

/// Something about a shared variable, or about a thread.
fn proposition(
    program: &Program,
    seed: u64,
    world: &World,
    chance: &mut Chance,
) -> Result<Proposition, String> {
    if chance.percent(12) {
        return Ok(Proposition::Exited(ThreadId(chance.below(3) as u32)));
    }
    if world.has_propositions && chance.percent(60) {
        return Ok(Proposition::Named(chance.pick(&PROPOSITIONS).to_owned()));
    }
    let name = |name: &str| own_name(name, seed);
    let integer = name(chance.pick(&["x", "y"]));
    let number = chance.below(3);
    let other = chance.pick(&world.places());
    let text = match chance.below(4) {
        0 => format!("{} < {}", name("x"), name("y")),
        1 if !other.is_empty() => {
            let (variable, rest) = other.split_at(other.find(['.', '[']).unwrap_or(other.len()));
            format!("{}{rest} != {number}", name(variable))
        }
        2 => format!("{integer} > {number}"),
        _ => format!("{integer} == {number}"),
    };
    // What the optimizer has removed has no value.
    let compiled = heddle_program::expression::compile(program, &text);
    Ok(compiled.map_or(Proposition::Ended, Proposition::Expression))
}

/// True if a formula holds in one way to search; nothing if there are too many states, or
/// it cannot be said.
fn holds(
    program: &Program,
    way: &Way,
    propositions: &[Proposition],
    requirement: Requirement,
    is_fair: bool,
) -> Result<Option<bool>, String> {
    let of_machine = heddle_machine::Options {
        properties: PropertySet::EMPTY.with(Property::Ltl),
        granularity: way.granularity,
        propositions: propositions.to_vec(),
        ..heddle_machine::Options::default()
    };
    let first = Machine::new(program, of_machine).map_err(|error| error.to_string())?;
    let mut machines = vec![first];
    while machines.len() < way.workers {
        let sibling = machines[0].sibling();
        machines.push(sibling);
    }
    let options = Options {
        reduction: way.reduction,
        runs: Some(Runs { is_fair }),
        limits: Limits { states: Some(STATES), ..Limits::default() },
        stop_at_first: false,
        ..Options::default()
    };
    let mut checkers: [Box<dyn LivenessChecker>; 1] = [Box::new(requirement)];
    let report = explore_runs(&mut machines, &options, &mut checkers, &mut |_| {});
    if let Some(run) = &report.unknown
        && run.unknown.kind == UnknownKind::Internal
    {
        return Err(format!("{}: {}", way.name, run.unknown.reason));
    }
    if report.stop.is_some() || report.unknown.is_some() {
        return Ok(None);
    }
    match report.verdict {
        Verdict::Verified => Ok(Some(true)),
        Verdict::Violation(_) => Ok(Some(false)),
        verdict => Err(format!("{}: {verdict:?}", way.name)),
    }
}

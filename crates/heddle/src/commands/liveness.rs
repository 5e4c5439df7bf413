//! From formulas to what the machine valuates and what looks at runs.

use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use heddle_ltl::{
    Automaton, Emptiness, Formula, Requirement, Rules, hoa, is_stutter_invariant, never,
};
use heddle_machine::{Granularity, MOST_PROPOSITIONS, Proposition};
use heddle_model::{Property, ThreadId, Unknown, UnknownKind, Verdict, Violation};
use heddle_program::{Origin, Program};
use heddle_search::{Auditor, Reduction};

use super::harness::{find, proposal};
use crate::cli;
use crate::settings::{CheckSettings, LivenessSettings};

/// What stands before the name of a formula of the source.
const FORMULA: &str = "__heddle_ltl_";
/// What stands before the name of a proposition of the source.
const NAMED: &str = "__heddle_ap_";

/// Every run comes to an end.
const TERMINATION: &str = "F is(ended)";
/// Every run that does not come to an end makes progress again and again.
const LIVELOCK: &str = "F is(stopped) || G F is(progress)";

/// What is to be found out about runs.
pub(super) struct Plan {
    /// What the machine valuates.
    pub(super) propositions: Vec<Proposition>,
    /// How they are called.
    pub(super) names: Vec<String>,
    wishes: Vec<Wish>,
    /// How fine steps have to be at least, and why.
    fineness: Option<(Fineness, String)>,
}

/// A formula that all runs should satisfy.
struct Wish {
    meaning: Meaning,
    /// For each of its propositions, the number of that among all.
    bits: Vec<u8>,
    violation: Violation,
}

/// What runs should be like.
#[derive(Clone)]
enum Meaning {
    /// They satisfy a formula.
    Formula(Formula),
    /// They are not accepted by the automaton of a file.
    Never(Box<Automaton>, String),
}

/// How fine steps have to be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fineness {
    /// One access to shared memory at a time.
    Steps,
    /// One instruction at a time.
    Instructions,
}

/// A formula, where it comes from, and what it is to be called.
struct Given {
    /// `--ltl 'G p'`, or `LTL(name, ...)`.
    origin: String,
    kind: Property,
    name: Option<String>,
    text: String,
}

/// What the settings and the source ask for; nothing, if there is no formula.
pub(super) fn plan(settings: &CheckSettings, program: &Program) -> Result<Option<Plan>> {
    let given = formulas(settings, program);
    let automata = &settings.liveness.automata;
    if given.is_empty() && automata.is_empty() {
        return Ok(None);
    }
    refuse_combinations(settings)?;
    let mut plan =
        Plan { propositions: Vec::new(), names: Vec::new(), wishes: Vec::new(), fineness: None };
    for given in &given {
        plan.add(given, &settings.liveness, program)?;
    }
    for file in automata {
        plan.add_automaton(file, &settings.liveness, program)?;
    }
    Ok(Some(plan))
}

/// The formulas of the command line, of the source, and those behind properties.
fn formulas(settings: &CheckSettings, program: &Program) -> Vec<Given> {
    let properties = settings.machine.properties;
    let mut given: Vec<Given> = Vec::new();
    for (name, text) in &settings.liveness.formulas {
        let origin = format!("--ltl '{text}'");
        given.push(Given { origin, kind: Property::Ltl, name: name.clone(), text: text.clone() });
    }
    if properties.contains(Property::Ltl) {
        for (name, text) in constants(program, FORMULA) {
            let origin = format!("LTL({name}, \"{text}\")");
            given.push(Given { origin, kind: Property::Ltl, name: Some(name), text });
        }
    }
    for (kind, text) in [(Property::Livelock, LIVELOCK), (Property::Termination, TERMINATION)] {
        if properties.contains(kind) {
            let origin = format!("--property {kind}");
            given.push(Given { origin, kind, name: None, text: text.to_owned() });
        }
    }
    given
}

/// Reads a formula.
pub(super) fn parse(origin: &str, text: &str) -> Result<Formula> {
    heddle_ltl::parse(text).map_err(|error| pointed(origin, text, error.range(), &error))
}

/// What cannot be done while runs are looked at as a whole.
fn refuse_combinations(settings: &CheckSettings) -> Result<()> {
    let search = &settings.search;
    let flags = [
        (search.context_bound.is_some(), "--context-bound"),
        (search.order == cli::Order::Icb, "--order icb"),
        (search.store == cli::Store::Hash64, "--store hash64"),
        (search.store == cli::Store::Bitstate, "--store bitstate"),
        (search.on_memory_limit == cli::OnMemoryLimit::Bitstate, "--on-memory-limit bitstate"),
        (settings.checkpoints.is_some(), "--checkpoint or --resume"),
    ];
    if let Some((_, flag)) = flags.iter().find(|(is_given, _)| *is_given) {
        bail!(
            "{flag} does not go with temporal formulas, for which all states and transitions are \
             kept; leave it out, or leave out the formulas (those of the source with --property)"
        );
    }
    Ok(())
}

/// Names and texts of the string constants that macros of heddle.h have left.
fn constants<'p>(
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

impl Plan {
    fn add(&mut self, given: &Given, settings: &LivenessSettings, program: &Program) -> Result<()> {
        let Given { origin, kind, name, text } = given;
        let formula = parse(origin, text)?;
        let mut bits = Vec::new();
        for (proposition, place) in formula.propositions().iter().zip(formula.places()) {
            let resolved = resolve(proposition, &settings.definitions, program)
                .map_err(|error| pointed(origin, text, place.clone(), &error))?;
            self.require_fineness(&resolved, proposition);
            bits.push(self.number(resolved, proposition.text())?);
        }
        if !is_stutter_invariant(&formula) {
            let reason = format!("'{formula}' tells apart how often something holds in a row");
            self.refine(Fineness::Instructions, reason);
        }
        let message = match (kind, name) {
            (Property::Livelock, _) => "this run goes on for ever without progress".to_owned(),
            (Property::Termination, _) => "this run never ends".to_owned(),
            (_, Some(name)) => {
                format!("the formula {name}, '{formula}', does not hold for this run")
            }
            (_, None) => format!("the formula '{formula}' does not hold for this run"),
        };
        let violation = violation(*kind, message);
        self.wishes.push(Wish { meaning: Meaning::Formula(formula), bits, violation });
        Ok(())
    }

    /// No run is to be accepted by the automaton in a file.
    fn add_automaton(
        &mut self,
        file: &Path,
        settings: &LivenessSettings,
        program: &Program,
    ) -> Result<()> {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
        let automaton = match text.trim_start().starts_with("HOA:") {
            true => hoa::read(&text),
            false => never::read(&text),
        };
        let automaton = automaton.map_err(|error| anyhow!("--never {name}: {error}"))?;
        let mut bits = Vec::new();
        for proposition in automaton.propositions() {
            let resolved = resolve(proposition, &settings.definitions, program)
                .map_err(|error| anyhow!("--never {name}: proposition '{proposition}': {error}"))?;
            self.require_fineness(&resolved, proposition);
            bits.push(self.number(resolved, proposition.text())?);
        }
        let reason = format!("the automaton of {name} may tell apart how often something holds");
        self.refine(Fineness::Instructions, reason);
        let message = format!("the automaton of {name} accepts this run");
        let violation = violation(Property::Ltl, message);
        let meaning = Meaning::Never(Box::new(automaton), name);
        self.wishes.push(Wish { meaning, bits, violation });
        Ok(())
    }

    /// The number of a proposition, which is added if it is new.
    fn number(&mut self, proposition: Proposition, name: String) -> Result<u8> {
        let known = self.propositions.iter().position(|other| *other == proposition);
        let number = known.unwrap_or_else(|| {
            self.propositions.push(proposition);
            self.names.push(name);
            self.propositions.len() - 1
        });
        if number >= MOST_PROPOSITIONS {
            bail!("the formulas have more than {MOST_PROPOSITIONS} propositions");
        }
        Ok(number as u8)
    }

    fn require_fineness(&mut self, resolved: &Proposition, named: &heddle_ltl::Proposition) {
        let fineness = match resolved {
            Proposition::In(_) | Proposition::At { .. } => Fineness::Instructions,
            Proposition::Enabled(_) => Fineness::Steps,
            _ => return,
        };
        self.refine(fineness, format!("'{named}' may change at any step"));
    }

    fn refine(&mut self, fineness: Fineness, reason: String) {
        if self.fineness.as_ref().is_none_or(|(known, _)| *known < fineness) {
            self.fineness = Some((fineness, reason));
        }
    }

    /// The reduction that the formulas allow, if it is not the one that was asked for, and
    /// why.
    pub(super) fn reduction(&self, asked: cli::Reduction) -> Option<(cli::Reduction, String)> {
        let (fineness, reason) = self.fineness.as_ref()?;
        let allowed = match (fineness, asked) {
            (Fineness::Instructions, _) => cli::Reduction::None,
            (Fineness::Steps, cli::Reduction::Superstep) => cli::Reduction::Global,
            (Fineness::Steps, asked) => asked,
        };
        (allowed != asked).then(|| (allowed, reason.clone()))
    }

    /// Who looks at the runs.
    pub(super) fn auditors(&self, settings: &CheckSettings) -> Result<Vec<Box<dyn Auditor>>> {
        let emptiness = match settings.liveness.emptiness {
            cli::Emptiness::Scc => Emptiness::Components,
            cli::Emptiness::Ndfs => Emptiness::Nested(settings.search.workers),
        };
        let auditor = |wish: &Wish| -> Result<Box<dyn Auditor>> {
            let rules = Rules {
                bits: wish.bits.clone(),
                is_fair: settings.liveness.is_fair,
                emptiness,
                violation: wish.violation.clone(),
            };
            Ok(Box::new(match wish.meaning.clone() {
                Meaning::Formula(formula) => Requirement::new(formula, rules)?,
                Meaning::Never(automaton, _) => Requirement::forbidding(*automaton, rules),
            }))
        };
        self.wishes.iter().map(auditor).collect()
    }

    /// The formulas, for the list of what the verdict rests on.
    pub(super) fn assumptions(&self, is_fair: bool) -> Vec<String> {
        let told = |wish: &Wish| match &wish.meaning {
            Meaning::Formula(formula) => format!("'{formula}'"),
            Meaning::Never(_, file) => format!("never {file}"),
        };
        let formulas: Vec<String> = self.wishes.iter().map(told).collect();
        let runs = match is_fair {
            true => "all fair runs: a thread that can move from some point on moves again (--fair)",
            false => "all runs, unfair ones included",
        };
        vec![format!("formulas: {}", formulas.join(", ")), format!("formulas are about {runs}")]
    }
}

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
fn resolve(
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
    if let Some((_, text)) = definitions.iter().find(|(other, _)| other == name) {
        return expression(program, text)
            .map_err(|error| anyhow!("--prop '{name} = {text}': {error}"));
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

fn expression(program: &Program, text: &str) -> Result<Proposition> {
    let expression = heddle_program::expression::compile(program, text)?;
    Ok(Proposition::Expression(expression))
}

fn resolve_call(name: &str, argument: &str, program: &Program) -> Result<Proposition> {
    let thread = || -> Result<ThreadId> {
        let digits = argument.strip_prefix('T').unwrap_or(argument);
        let number = digits.parse::<u32>().ok().filter(|&number| number < 31);
        number.map(ThreadId).ok_or_else(|| {
            anyhow!("'{argument}' is no thread; threads are 0 (main), 1, 2, ... up to 30")
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
            Proposition::At { file: file.trim().to_owned(), line }
        }
        "is" if argument == "ended" => Proposition::Ended,
        "is" if argument == "stopped" => Proposition::Stopped,
        "is" if argument == "progress" => Proposition::Progress,
        _ => bail!(
            "there is nothing called '{name}(...)'; there are enabled(T), exited(T), in(FUNCTION), \
             at(FILE:LINE)"
        ),
    })
}

/// Formulas cannot be checked where states are matched that are not the same: a run through
/// them need not be one of the program.
pub(super) fn under_abstraction() -> Verdict {
    let reason = "temporal formulas cannot be checked under an abstraction of the program's";
    let kind = UnknownKind::Refused;
    Verdict::Unknown(Unknown { kind, reason: reason.to_owned(), place: None })
}

/// A violation by a run as a whole.
fn violation(kind: Property, message: String) -> Violation {
    Violation { kind, detail: None, message, place: None, thread: None, related: Vec::new() }
}

/// A message with the text it is about, and the place in it.
fn pointed(
    origin: &str,
    text: &str,
    place: Range<usize>,
    message: &dyn std::fmt::Display,
) -> anyhow::Error {
    let before = text.get(..place.start).unwrap_or(text).chars().count();
    let marked = text.get(place).unwrap_or_default().chars().count().max(1);
    let marks = "^".repeat(marked);
    anyhow!("{origin}: {message}\n    {text}\n    {:before$}{marks}", "")
}

/// How fine a step is under a reduction.
pub(super) fn granularity(reduction: cli::Reduction) -> (Granularity, Reduction) {
    match reduction {
        cli::Reduction::None => (Granularity::None, Reduction::Steps),
        cli::Reduction::Tau => (Granularity::Tau, Reduction::Steps),
        cli::Reduction::Global => (Granularity::Global, Reduction::Steps),
        cli::Reduction::Superstep => (Granularity::Global, Reduction::Supersteps),
    }
}

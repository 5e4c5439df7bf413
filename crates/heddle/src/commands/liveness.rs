//! From formulas to what the machine valuates and what looks at runs.

use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use heddle_ltl::{
    Automaton, Emptiness, Formula, Requirement, RequirementOptions, hoa, is_stutter_invariant,
    never,
};
use heddle_machine::{Granularity, MOST_PROPOSITIONS, Proposition};
use heddle_model::{Finding, Property, Unknown, UnknownKind, Verdict, Violation};
use heddle_program::Program;
use heddle_search::{Auditor, Reduction};

use super::propositions::{constants, definition, resolve};
use crate::cli;
use crate::settings::{CheckSettings, LivenessSettings};

/// What stands before the name of a formula of the source.
const FORMULA: &str = "__heddle_ltl_";

/// Most characters of a formula that are shown when something is wrong with it.
const MOST_SHOWN: usize = 120;

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
    /// Why every instruction has to be a step, if it has.
    refinement: Option<String>,
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
        refuse_leftovers(&settings.liveness)?;
        return Ok(None);
    }
    refuse_combinations(settings)?;
    let mut names: Vec<&str> = given.iter().filter_map(|one| one.name.as_deref()).collect();
    names.sort_unstable();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        bail!("two formulas are called '{}'; give one of them another name", pair[0]);
    }
    for (name, text) in &settings.liveness.definitions {
        definition(program, name, text)?;
    }
    let mut plan =
        Plan { propositions: Vec::new(), names: Vec::new(), wishes: Vec::new(), refinement: None };
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

/// What is about formulas, where there are none.
fn refuse_leftovers(settings: &LivenessSettings) -> Result<()> {
    let flags = [(settings.is_fair, "--fair"), (!settings.definitions.is_empty(), "--prop")];
    match flags.iter().find(|(is_given, _)| *is_given) {
        None => Ok(()),
        Some((_, flag)) => bail!(
            "{flag} is about temporal formulas, and there are none: give one with --ltl, \
             --never, --property livelock or --property termination, or LTL(...) in the source"
        ),
    }
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

impl Plan {
    fn add(&mut self, given: &Given, settings: &LivenessSettings, program: &Program) -> Result<()> {
        let Given { origin, kind, name, text } = given;
        let formula = parse(origin, text)?;
        let mut bits = Vec::new();
        for (proposition, place) in formula.propositions().iter().zip(formula.places()) {
            let resolved = resolve(proposition, &settings.definitions, program)
                .map_err(|error| pointed(origin, text, place.clone(), &error))?;
            // That of livelocks does not depend on when threads stop.
            if *kind == Property::Ltl {
                self.require_fineness(&resolved, proposition);
            }
            bits.push(self.number(resolved, proposition.text())?);
        }
        if !is_stutter_invariant(&formula) {
            let reason = format!("'{formula}' tells apart how often something holds in a row");
            self.refinement.get_or_insert(reason);
        }
        let finding = match kind {
            Property::Livelock => Finding::Livelock,
            Property::Termination => Finding::Endless,
            _ => Finding::BrokenFormula { name: name.clone(), formula: formula.to_string() },
        };
        let violation = Violation::of_run(finding);
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
        self.refinement.get_or_insert(reason);
        let violation = Violation::of_run(Finding::AcceptedRun { automaton: name.clone() });
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
        if matches!(
            resolved,
            Proposition::In(_)
                | Proposition::At { .. }
                | Proposition::Enabled(_)
                | Proposition::Stopped
        ) {
            self.refinement.get_or_insert_with(|| format!("'{named}' may change at any step"));
        }
    }

    /// The reduction that the formulas allow, if it is not the one that was asked for, and
    /// why.
    pub(super) fn reduction(&self, asked: cli::Reduction) -> Option<(cli::Reduction, String)> {
        let reason = self.refinement.as_ref()?;
        (asked != cli::Reduction::None).then(|| (cli::Reduction::None, reason.clone()))
    }

    /// Who looks at the runs.
    pub(super) fn auditors(&self, settings: &CheckSettings) -> Result<Vec<Box<dyn Auditor>>> {
        let emptiness = match settings.liveness.emptiness {
            cli::Emptiness::Scc => Emptiness::Components,
            cli::Emptiness::Ndfs => Emptiness::Nested(settings.search.workers),
        };
        let auditor = |wish: &Wish| -> Result<Box<dyn Auditor>> {
            let rules = RequirementOptions {
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
    pub(super) fn assumptions(&self, is_fair: bool, is_optimized: bool) -> Vec<String> {
        let told = |wish: &Wish| match &wish.meaning {
            Meaning::Formula(formula) => format!("'{formula}'"),
            Meaning::Never(_, file) => format!("never {file}"),
        };
        let formulas: Vec<String> = self.wishes.iter().map(told).collect();
        let runs = match is_fair {
            true => "all fair runs: a thread that can move from some point on moves again (--fair)",
            false => "all runs, unfair ones included",
        };
        let formulas = format!("formulas: {}", formulas.join(", "));
        let mut all = vec![formulas, format!("formulas are about {runs}")];
        let is_in = |proposition: &Proposition| matches!(proposition, Proposition::In(_));
        if is_optimized && self.propositions.iter().any(is_in) {
            all.push("in(...) does not see calls that the optimizer has inlined".to_owned());
        }
        all
    }
}

/// Formulas cannot be checked where states are matched that are not the same: a run through
/// them need not be one of the program. What is wrong in a state or a step is.
pub(super) fn leave_out_runs(verdict: &mut Verdict) {
    if let Verdict::Violation(found) = verdict {
        found.retain(|counterexample| counterexample.cycle.is_none());
        if !found.is_empty() {
            return;
        }
    }
    let reason = "temporal formulas cannot be checked under an abstraction of the program's";
    let kind = UnknownKind::Refused;
    *verdict = Verdict::Unknown(Unknown { kind, reason: reason.to_owned(), place: None });
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
    // Of a long text, what is around the place.
    let characters: Vec<char> = text.chars().collect();
    let is_long = characters.len() > MOST_SHOWN;
    let start = if is_long { before.saturating_sub(MOST_SHOWN / 2) } else { 0 };
    let end = (start + MOST_SHOWN).min(characters.len());
    let excerpt: String = characters[start..end].iter().collect();
    let left = if start > 0 { "… " } else { "" };
    let right = if end < characters.len() { " …" } else { "" };
    let blanks = " ".repeat(before - start + left.chars().count());
    let marks = "^".repeat(marked.min(end.saturating_sub(before).max(1)));
    let origin = match is_long {
        true => origin.chars().take(MOST_SHOWN / 2).chain(" …".chars()).collect(),
        false => origin.to_owned(),
    };
    anyhow!("{origin}: {message}\n    {left}{excerpt}{right}\n    {blanks}{marks}")
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

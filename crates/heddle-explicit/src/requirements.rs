//! Requirements on runs: what formulas and automata mean in a program, and how fine steps have to
//! be for them.
//!
//! A formula that is not invariant under stuttering, and a proposition that may change at any
//! step, see what a reduction hides. For them, every instruction is a step.

use std::fmt;
use std::ops::Range;

use heddle_engine::{Assumption, FormulaOrigin, Formulas, Question, Refinement, StatedFormula};
use heddle_ltl::{
    Automaton, Emptiness, Formula, Requirement, RequirementOptions, hoa, is_stutter_invariant,
    never,
};
use heddle_machine::{ChangesAt, MOST_PROPOSITIONS, Proposition};
use heddle_model::{Finding, Obstacle, Property, Unknown, UnknownKind, Violation};
use heddle_program::Program;
use heddle_search::LivenessChecker;

use crate::conflicts;
use crate::options::{Options, Reduction};
use crate::propositions::{definition, resolve};

/// A formula that cannot be checked, with the part of it that is to blame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormulaError {
    /// The place where the formula was stated, if it is about one formula.
    pub origin: Option<FormulaOrigin>,
    /// The formula, and the part of it, in bytes.
    pub part: Option<(String, Range<usize>)>,
    /// One sentence for a person.
    pub message: String,
}

impl FormulaError {
    fn new(message: String) -> FormulaError {
        FormulaError { origin: None, part: None, message }
    }

    fn at(origin: &FormulaOrigin, text: &str, part: Range<usize>, message: String) -> FormulaError {
        let part = Some((text.to_owned(), part));
        FormulaError { origin: Some(origin.clone()), part, message }
    }
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.origin {
            Some(origin) => write!(f, "{origin}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for FormulaError {}

/// Reads a formula.
fn parse_formula(origin: &FormulaOrigin, text: &str) -> Result<Formula, FormulaError> {
    heddle_ltl::parse(text)
        .map_err(|error| FormulaError::at(origin, text, error.range(), error.to_string()))
}

/// All requirements of a question on runs.
pub(crate) struct Requirements {
    /// The propositions that the machine evaluates.
    pub(crate) propositions: Vec<Proposition>,
    /// Their names.
    pub(crate) names: Vec<String>,
    list: Vec<RunRequirement>,
    is_fair: bool,
    /// The reason for which every instruction has to be a step, if it has.
    refinement: Option<Refinement>,
}

/// A requirement on all runs.
struct RunRequirement {
    meaning: Meaning,
    /// For each of its propositions, the number of that among all.
    bits: Vec<u8>,
    violation: Violation,
}

/// The meaning of a requirement.
#[derive(Clone)]
enum Meaning {
    /// Runs satisfy a formula.
    Formula(Formula),
    /// Runs are not accepted by the automaton of a file.
    Never(Box<Automaton>, String),
}

impl Requirements {
    /// The requirements of a question; none, if there is no formula.
    ///
    /// # Errors
    /// If a formula makes no sense, or does not go with an option.
    pub(crate) fn of(
        question: &Question,
        options: &Options,
        program: &Program,
    ) -> Result<Option<Requirements>, Box<dyn std::error::Error + Send + Sync>> {
        let formulas = &question.formulas;
        let stated = formulas.stated(question.properties, program);
        let Formulas { formulas: _, automata, definitions, is_fair } = formulas;
        if stated.is_empty() && automata.is_empty() {
            conflicts::without_formulas(formulas)?;
            return Ok(None);
        }
        conflicts::with_formulas(options)?;
        let mut names: Vec<&str> = stated.iter().filter_map(|one| one.name.as_deref()).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            let name = pair[0];
            let message =
                format!("two formulas are called '{name}'; give one of them another name");
            return Err(FormulaError::new(message).into());
        }
        for (name, text) in definitions {
            definition(program, name, text)?;
        }
        let mut all = Requirements {
            propositions: Vec::new(),
            names: Vec::new(),
            list: Vec::new(),
            is_fair: *is_fair,
            refinement: None,
        };
        for stated in &stated {
            all.add(stated, definitions, program)?;
        }
        for automaton in automata {
            all.add_automaton(automaton, definitions, program)?;
        }
        Ok(Some(all))
    }

    fn add(
        &mut self,
        stated: &StatedFormula,
        definitions: &[(String, String)],
        program: &Program,
    ) -> Result<(), FormulaError> {
        let StatedFormula { origin, property, name, text } = stated;
        let formula = parse_formula(origin, text)?;
        let mut bits = Vec::new();
        for (proposition, place) in formula.propositions().iter().zip(formula.places()) {
            let resolved = resolve(proposition, definitions, program).map_err(|error| {
                FormulaError::at(origin, text, place.clone(), error.to_string())
            })?;
            // That of livelocks does not depend on when threads stop.
            if *property == Property::Ltl {
                self.require_fineness(&resolved, proposition);
            }
            bits.push(self.number(resolved, proposition.text())?);
        }
        if !is_stutter_invariant(&formula) {
            let reason = || Refinement::Stuttering(formula.to_string());
            self.refinement.get_or_insert_with(reason);
        }
        let finding = match property {
            Property::Livelock => Finding::Livelock,
            Property::Termination => Finding::Endless,
            _ => Finding::BrokenFormula { name: name.clone(), formula: formula.to_string() },
        };
        let violation = Violation::of_run(finding);
        self.list.push(RunRequirement { meaning: Meaning::Formula(formula), bits, violation });
        Ok(())
    }

    /// Adds that no run is to be accepted by an automaton.
    fn add_automaton(
        &mut self,
        automaton: &heddle_engine::Automaton,
        definitions: &[(String, String)],
        program: &Program,
    ) -> Result<(), FormulaError> {
        let heddle_engine::Automaton { file, text } = automaton;
        let automaton = match text.trim_start().starts_with("HOA:") {
            true => hoa::read(text),
            false => never::read(text),
        };
        let origin = FormulaOrigin::Automaton { file: file.clone() };
        let wrong = |message| FormulaError { origin: Some(origin.clone()), part: None, message };
        let automaton = automaton.map_err(|error| wrong(error.to_string()))?;
        let mut bits = Vec::new();
        for proposition in automaton.propositions() {
            let resolved = resolve(proposition, definitions, program)
                .map_err(|error| wrong(format!("proposition '{proposition}': {error}")))?;
            self.require_fineness(&resolved, proposition);
            bits.push(self.number(resolved, proposition.text())?);
        }
        self.refinement.get_or_insert_with(|| Refinement::Automaton(file.clone()));
        let violation = Violation::of_run(Finding::AcceptedRun { automaton: file.clone() });
        let meaning = Meaning::Never(Box::new(automaton), file.clone());
        self.list.push(RunRequirement { meaning, bits, violation });
        Ok(())
    }

    /// The number of a proposition, which is added if it is new.
    fn number(&mut self, proposition: Proposition, name: String) -> Result<u8, FormulaError> {
        let known = self.propositions.iter().position(|other| *other == proposition);
        let number = known.unwrap_or_else(|| {
            self.propositions.push(proposition);
            self.names.push(name);
            self.propositions.len() - 1
        });
        if number >= MOST_PROPOSITIONS {
            let message = format!("the formulas have more than {MOST_PROPOSITIONS} propositions");
            return Err(FormulaError::new(message));
        }
        Ok(number as u8)
    }

    /// Requires every instruction to be a step, if a proposition may change at any.
    fn require_fineness(&mut self, resolved: &Proposition, named: &heddle_ltl::Proposition) {
        if resolved.changes_at() == ChangesAt::AnyStep {
            let reason = || Refinement::Proposition(named.to_string());
            self.refinement.get_or_insert_with(reason);
        }
    }

    /// The reduction that the requirements allow, if it is not the one that was asked for, and
    /// the reason.
    pub(crate) fn reduction(&self, asked: Reduction) -> Option<(Reduction, &Refinement)> {
        let reason = self.refinement.as_ref()?;
        (asked != Reduction::None).then_some((Reduction::None, reason))
    }

    /// The runs that are looked at.
    pub(crate) fn runs(&self) -> heddle_search::Runs {
        heddle_search::Runs { is_fair: self.is_fair }
    }

    /// The checkers that look for runs that should not be.
    pub(crate) fn checkers(
        &self,
        emptiness: Emptiness,
    ) -> Result<Vec<Box<dyn LivenessChecker>>, Box<dyn std::error::Error + Send + Sync>> {
        let mut checkers: Vec<Box<dyn LivenessChecker>> = Vec::new();
        for requirement in &self.list {
            let rules = RequirementOptions {
                bits: requirement.bits.clone(),
                is_fair: self.is_fair,
                emptiness,
                violation: requirement.violation.clone(),
            };
            checkers.push(Box::new(match requirement.meaning.clone() {
                Meaning::Formula(formula) => Requirement::new(formula, rules)?,
                Meaning::Never(automaton, _) => Requirement::forbidding(*automaton, rules),
            }));
        }
        Ok(checkers)
    }

    /// The assumptions about formulas.
    pub(crate) fn assumptions(&self, is_optimized: bool) -> Vec<Assumption> {
        let told = |requirement: &RunRequirement| match &requirement.meaning {
            Meaning::Formula(formula) => format!("'{formula}'"),
            Meaning::Never(_, file) => format!("never {file}"),
        };
        let formulas = self.list.iter().map(told).collect();
        let mut all =
            vec![Assumption::Formulas(formulas), Assumption::Runs { is_fair: self.is_fair }];
        let is_in = |proposition: &Proposition| matches!(proposition, Proposition::In(_));
        if is_optimized && self.propositions.iter().any(is_in) {
            all.push(Assumption::InlinedCalls);
        }
        all
    }
}

/// The obstacle where states are matched that are not the same: a run through them need not be
/// one of the program.
pub(crate) fn under_abstraction() -> Obstacle {
    let reason = "temporal formulas cannot be checked under an abstraction of the program's";
    let kind = UnknownKind::Refused;
    Obstacle::Unknown(Unknown { kind, reason: reason.to_owned(), place: None })
}

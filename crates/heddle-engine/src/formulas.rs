//! Requirements on runs as a whole: those of the question, and those that the source states.

use std::fmt;

use heddle_model::{Property, PropertySet};
use heddle_program::{Origin, Program};

/// The beginning of the names of variables that the macros of heddle.h leave for formulas.
const FORMULA: &str = "__heddle_ltl_";

/// Every run comes to an end.
const TERMINATION: &str = "F is(ended)";
/// Every run that does not come to an end makes progress again and again.
const LIVELOCK: &str = "F is(stopped) || G F is(progress)";

/// A formula of the question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedFormula {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The formula.
    pub text: String,
}

/// An automaton of runs that should not be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    /// The file that it comes from.
    pub file: String,
    /// The contents of the file.
    pub text: String,
}

/// Requirements on runs as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Formulas {
    /// Formulas that all runs should satisfy.
    pub formulas: Vec<NamedFormula>,
    /// Automata that should accept no run.
    pub automata: Vec<Automaton>,
    /// Names and expressions of propositions.
    pub definitions: Vec<(String, String)>,
    /// True if only fair runs count.
    pub is_fair: bool,
}

/// The place where a formula or an automaton was stated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormulaOrigin {
    /// The question, as a formula.
    Question {
        /// The formula.
        text: String,
    },
    /// The source of the program.
    Source {
        /// The name of the formula.
        name: String,
        /// The formula.
        text: String,
    },
    /// A property that was asked for.
    Property(Property),
    /// The question, as an automaton in a file.
    Automaton {
        /// The file.
        file: String,
    },
}

impl fmt::Display for FormulaOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormulaOrigin::Question { text } => write!(f, "formula '{text}'"),
            FormulaOrigin::Source { name, text } => write!(f, "LTL({name}, \"{text}\")"),
            FormulaOrigin::Property(property) => write!(f, "property {property}"),
            FormulaOrigin::Automaton { file } => write!(f, "automaton {file}"),
        }
    }
}

/// A formula and the place where it was stated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatedFormula {
    /// The place.
    pub origin: FormulaOrigin,
    /// The property that it is an instance of.
    pub property: Property,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The formula.
    pub text: String,
}

impl Formulas {
    /// All formulas: those of the question, of the source, and those behind properties.
    pub fn stated(&self, properties: PropertySet, program: &Program) -> Vec<StatedFormula> {
        let mut stated: Vec<StatedFormula> = Vec::new();
        for NamedFormula { name, text } in &self.formulas {
            let origin = FormulaOrigin::Question { text: text.clone() };
            let (name, text) = (name.clone(), text.clone());
            stated.push(StatedFormula { origin, property: Property::Ltl, name, text });
        }
        if properties.contains(Property::Ltl) {
            for (name, text) in source_constants(program, FORMULA) {
                let origin = FormulaOrigin::Source { name: name.clone(), text: text.clone() };
                let name = Some(name);
                stated.push(StatedFormula { origin, property: Property::Ltl, name, text });
            }
        }
        for (property, text) in
            [(Property::Livelock, LIVELOCK), (Property::Termination, TERMINATION)]
        {
            if properties.contains(property) {
                let origin = FormulaOrigin::Property(property);
                stated.push(StatedFormula { origin, property, name: None, text: text.to_owned() });
            }
        }
        stated
    }
}

/// Names and texts of the string constants that macros of heddle.h have left in the user's code.
pub fn source_constants<'p>(
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

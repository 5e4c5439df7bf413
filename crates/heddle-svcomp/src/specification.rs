//! Property files: what is required of a program, and which properties of heddle's answer for it.
//!
//! | requirement | asked for | broken by |
//! | --- | --- | --- |
//! | `unreach-call` | `error-call` | a call of the function that it names |
//! | `no-data-race` | `data-race` | any |
//! | `no-overflow` | `overflow` | any but a shift by too many bits, which is no overflow |
//! | `valid-free` | `memory` | double and invalid `free` |
//! | `valid-deref` | `memory` | accesses that are out of bounds, after free or return, or through null or wild pointers |
//! | `valid-memtrack` | `leak` | a leak |
//! | `valid-memcleanup` | `leak` | a leak; that there is none is not enough, see [`Specification::is_provable`] |
//! | `termination` | `termination`, `deadlock` | a run that never ends, threads that spin for ever among them. A deadlock may be of some threads only, so that the program ends all the same: who has the run can tell |
//! | `no-deadlock` | `deadlock` | any; but threads that spin can move |
//!
//! A violation that breaks no requirement of the file leaves the question open: a run that goes
//! wrong in another way is over there.

use std::fmt;

use heddle_model::{Detail, Finding, Overflow, Property, PropertySet, Violation};

/// Something that is required of all runs of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Requirement {
    /// This function is not called.
    UnreachCall(String),
    /// No two accesses race.
    NoDataRace,
    /// No signed integer overflows.
    NoOverflow,
    /// Each `free` is of something that can be freed.
    ValidFree,
    /// Each access is to something that is there.
    ValidDeref,
    /// Allocated memory can be reached, or is freed.
    ValidMemtrack,
    /// Allocated memory is freed before the program ends.
    ValidMemcleanup,
    /// The program ends.
    Termination,
    /// No threads wait for each other for ever, not even while others go on.
    NoDeadlock,
}

impl Requirement {
    /// The name in verdicts.
    pub fn name(&self) -> &'static str {
        match self {
            Requirement::UnreachCall(_) => "unreach-call",
            Requirement::NoDataRace => "no-data-race",
            Requirement::NoOverflow => "no-overflow",
            Requirement::ValidFree => "valid-free",
            Requirement::ValidDeref => "valid-deref",
            Requirement::ValidMemtrack => "valid-memtrack",
            Requirement::ValidMemcleanup => "valid-memcleanup",
            Requirement::Termination => "termination",
            Requirement::NoDeadlock => "no-deadlock",
        }
    }

    /// The properties to look for.
    fn properties(&self) -> &'static [Property] {
        match self {
            Requirement::UnreachCall(_) => &[Property::ErrorCall],
            Requirement::NoDataRace => &[Property::DataRace],
            Requirement::NoOverflow => &[Property::Overflow],
            Requirement::ValidFree | Requirement::ValidDeref => &[Property::Memory],
            Requirement::ValidMemtrack | Requirement::ValidMemcleanup => &[Property::Leak],
            Requirement::Termination => &[Property::Termination, Property::Deadlock],
            Requirement::NoDeadlock => &[Property::Deadlock],
        }
    }

    /// True if it is about the end of runs, so that one without an end shows nothing.
    fn is_about_ends(&self) -> bool {
        matches!(self, Requirement::ValidMemtrack | Requirement::ValidMemcleanup)
    }

    /// True if a violation breaks it.
    fn is_broken_by(&self, violation: &Violation) -> bool {
        let detail = violation.detail();
        match (self, &violation.finding) {
            (Requirement::UnreachCall(name), Finding::ErrorCall { function }) => name == function,
            (Requirement::NoDataRace, Finding::DataRace { .. }) => true,
            (Requirement::NoOverflow, Finding::Overflow(overflow)) => match overflow {
                Overflow::Arithmetic { .. } | Overflow::Division { .. } | Overflow::LeftShift => {
                    true
                }
                Overflow::ShiftAmount { .. } => false,
            },
            (Requirement::ValidFree, Finding::Memory(_)) => {
                matches!(
                    detail,
                    Some(Detail::DoubleFree | Detail::InvalidFree | Detail::MismatchedFree)
                )
            }
            (Requirement::ValidDeref, Finding::Memory(_)) => matches!(
                detail,
                Some(
                    Detail::UseAfterFree
                        | Detail::UseAfterReturn
                        | Detail::OutOfBounds
                        | Detail::NullDereference
                        | Detail::WildPointer
                )
            ),
            (Requirement::ValidMemtrack | Requirement::ValidMemcleanup, Finding::Leak { .. }) => {
                true
            }
            (Requirement::Termination, Finding::Endless | Finding::SpinDeadlock { .. })
            | (Requirement::NoDeadlock, Finding::Deadlock { .. }) => true,
            _ => false,
        }
    }

    /// The formula, as in a property file.
    fn formula(&self) -> String {
        match self {
            Requirement::UnreachCall(function) => format!("G ! call({function}())"),
            Requirement::NoDataRace => "G ! data-race".to_owned(),
            Requirement::NoOverflow => "G ! overflow".to_owned(),
            Requirement::ValidFree
            | Requirement::ValidDeref
            | Requirement::ValidMemtrack
            | Requirement::ValidMemcleanup => format!("G {}", self.name()),
            Requirement::Termination => "F end".to_owned(),
            Requirement::NoDeadlock => "G ! deadlock".to_owned(),
        }
    }

    /// The requirement of a formula without blanks.
    fn of_formula(formula: &str) -> Option<Requirement> {
        let called = formula.strip_prefix("G!call(").and_then(|rest| rest.strip_suffix("())"));
        if let Some(function) = called {
            return Some(Requirement::UnreachCall(function.to_owned()));
        }
        Some(match formula {
            "G!data-race" => Requirement::NoDataRace,
            "G!overflow" => Requirement::NoOverflow,
            "Gvalid-free" => Requirement::ValidFree,
            "Gvalid-deref" => Requirement::ValidDeref,
            "Gvalid-memtrack" => Requirement::ValidMemtrack,
            "Gvalid-memcleanup" => Requirement::ValidMemcleanup,
            "Fend" => Requirement::Termination,
            "G!deadlock" => Requirement::NoDeadlock,
            _ => return None,
        })
    }
}

impl fmt::Display for Requirement {
    /// Writes the line of a property file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CHECK( init(main()), LTL({}) )", self.formula())
    }
}

/// The contents of a property file: all that is required of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Specification {
    requirements: Vec<Requirement>,
}

/// The reason why a property file cannot be used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum SpecificationError {
    /// There is nothing in it.
    #[error("it requires nothing")]
    Empty,
    /// It is about tests that cover something.
    #[error("line {0}: coverage (COVER) is for generators of tests, which heddle is not")]
    Coverage(usize),
    /// A line is something else than a check.
    #[error("line {line}: '{text}' should be 'CHECK( init(main()), LTL(...) )'")]
    NotACheck {
        /// The line.
        line: usize,
        /// Its text.
        text: String,
    },
    /// A program begins with another function.
    #[error("line {line}: the program begins with '{function}'; heddle takes 'main()'")]
    OtherStart {
        /// The line.
        line: usize,
        /// The function.
        function: String,
    },
    /// A formula that nothing here answers.
    #[error("line {line}: heddle has no property for '{text}'")]
    Unsupported {
        /// The line.
        line: usize,
        /// Its text.
        text: String,
    },
    /// A function of which it is not known when it is called.
    #[error(
        "line {line}: calls of '{function}' are not looked for; heddle knows reach_error and \
         __VERIFIER_error"
    )]
    OtherFunction {
        /// The line.
        line: usize,
        /// The function.
        function: String,
    },
}

/// Functions whose calls are looked for.
const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

impl Specification {
    /// Reads a property file.
    ///
    /// # Errors
    /// If a line is not understood, or requires something that heddle does not look for.
    pub fn parse(text: &str) -> Result<Specification, SpecificationError> {
        let mut requirements = Vec::new();
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
            let requirement = requirement(line, text.trim())?;
            if !requirements.contains(&requirement) {
                requirements.push(requirement);
            }
        }
        match requirements.is_empty() {
            true => Err(SpecificationError::Empty),
            false => Ok(Specification { requirements }),
        }
    }

    /// The specification that a violation breaks which was found without one: that of the
    /// competition, or one in the same form with heddle's name of the property.
    pub fn broken_by(violation: &Violation) -> String {
        let of_competition = [
            Requirement::NoDataRace,
            Requirement::NoOverflow,
            Requirement::ValidFree,
            Requirement::ValidDeref,
            Requirement::ValidMemtrack,
            Requirement::NoDeadlock,
            Requirement::Termination,
        ];
        let of_calls = ERROR_FUNCTIONS.map(|name| Requirement::UnreachCall(name.to_owned()));
        let mut all = of_competition.into_iter().chain(of_calls);
        match all.find(|requirement| requirement.is_broken_by(violation)) {
            Some(requirement) => requirement.to_string(),
            None => {
                format!("CHECK( init(main()), LTL(G ! {}) )", violation.property())
            }
        }
    }

    /// True if it requires this.
    pub fn requires(&self, requirement: &Requirement) -> bool {
        self.requirements.contains(requirement)
    }

    /// The name of the property: that of its only requirement, or `valid-memsafety`.
    pub fn name(&self) -> String {
        match &self.requirements[..] {
            [only] => only.name().to_owned(),
            all if all.iter().all(Requirement::is_of_memory_safety) => "valid-memsafety".to_owned(),
            all => all.iter().map(Requirement::name).collect::<Vec<_>>().join(","),
        }
    }

    /// The properties to look for.
    pub fn properties(&self) -> PropertySet {
        let all = self.requirements.iter().flat_map(Requirement::properties);
        all.fold(PropertySet::EMPTY, |set, &property| set.with(property))
    }

    /// The requirement that a violation breaks, if it is one of these.
    pub fn broken(&self, violation: &Violation) -> Option<&Requirement> {
        self.requirements.iter().find(|requirement| requirement.is_broken_by(violation))
    }

    /// True if it holds wherever its properties do; else a proof of them is not one of it.
    pub fn is_provable(&self) -> bool {
        !self.requirements.contains(&Requirement::ValidMemcleanup)
    }

    /// True if its properties are looked for at the end of runs, so that all runs have to end
    /// where it is to hold.
    pub fn is_about_ends(&self) -> bool {
        self.requirements.iter().any(Requirement::is_about_ends)
    }
}

impl Requirement {
    fn is_of_memory_safety(&self) -> bool {
        matches!(
            self,
            Requirement::ValidFree | Requirement::ValidDeref | Requirement::ValidMemtrack
        )
    }
}

impl fmt::Display for Specification {
    /// Writes the property file, without a line end at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.requirements.iter().map(Requirement::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// The requirement in a line that is not empty.
fn requirement(line: usize, text: &str) -> Result<Requirement, SpecificationError> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if plain.starts_with("COVER(") {
        return Err(SpecificationError::Coverage(line));
    }
    let inside = plain.strip_prefix("CHECK(init(").and_then(|rest| rest.strip_suffix("))"));
    let Some((function, formula)) = inside.and_then(|inside| inside.split_once("),LTL(")) else {
        return Err(SpecificationError::NotACheck { line, text: text.to_owned() });
    };
    if function != "main()" {
        return Err(SpecificationError::OtherStart { line, function: function.to_owned() });
    }
    match Requirement::of_formula(formula) {
        Some(Requirement::UnreachCall(name)) if !ERROR_FUNCTIONS.contains(&name.as_str()) => {
            Err(SpecificationError::OtherFunction { line, function: name })
        }
        Some(requirement) => Ok(requirement),
        None => Err(SpecificationError::Unsupported { line, text: text.to_owned() }),
    }
}

#[cfg(test)]
mod tests;

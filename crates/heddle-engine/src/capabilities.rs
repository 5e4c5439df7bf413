//! The things that an engine takes. All others are refused, by name.
//!
//! These are lists of what is allowed: a property or an option that comes later is refused by
//! every engine until it says otherwise. A property that can have no instance in the program
//! holds whoever looks, and is left out instead; but not if somebody asked for it by name, who
//! should know that nobody looks.

use heddle_model::{Property, PropertySet};
use heddle_program::Program;

use crate::{Formulas, Question, World};

/// The things that an engine takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capabilities {
    /// Properties.
    pub properties: &'static [Property],
    /// True if it looks at runs as a whole.
    pub formulas: bool,
    /// True if it evaluates invariants.
    pub invariants: bool,
    /// True if it can go on after a violation.
    pub all_violations: bool,
    /// True if it counts states, so that their number can be limited.
    pub states: bool,
    /// True if it takes all values of an input together, however wide it is.
    pub wide_inputs: bool,
    /// True if it is only worth asking beside others, and only about programs that create threads. It
    /// is not said of it then what it does not take.
    pub is_companion: bool,
    /// Bytes of pointers in programs that it takes.
    pub pointer_bytes: &'static [u8],
}

/// A thing that an engine may not take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// A property.
    Property(Property),
    /// Temporal formulas.
    Formulas,
    /// Invariants.
    Invariants,
    /// The search for all violations.
    AllViolations,
    /// A limit on the number of states.
    StateLimit,
    /// Programs whose pointers have so many bytes.
    PointerBytes(u8),
    /// A question without properties, or of whose properties none is left.
    NoProperty,
}

/// A thing that an engine was asked for and does not take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the {engine} engine does not take this question ({feature:?})")]
pub struct Refusal {
    /// The engine.
    pub engine: &'static str,
    /// The thing.
    pub feature: Feature,
}

impl Capabilities {
    /// The question as the engine is to answer it: without the properties that it does not look
    /// for and that can have no instance.
    ///
    /// # Errors
    /// The first thing that the engine does not take.
    pub(crate) fn admit(
        &self,
        question: &Question,
        program: &Program,
    ) -> Result<Question, Feature> {
        let Question {
            properties,
            named,
            formulas,
            world: World { name: _, args: _, malloc_may_fail: _, spurious_wakeups: _, harness },
            level: _,
            is_optimized: _,
            all_violations,
            limits,
            workers: _,
            seed: _,
        } = question;
        let Formulas { formulas: _, automata, definitions: _, is_fair: _ } = formulas;
        if !self.pointer_bytes.contains(&program.target.pointer_bytes) {
            return Err(Feature::PointerBytes(program.target.pointer_bytes));
        }
        let lacks = |property: &Property| !self.properties.contains(property);
        if let Some(property) = named.iter().find(lacks) {
            return Err(Feature::Property(property));
        }
        let has_formulas =
            !automata.is_empty() || !formulas.stated(*properties, program).is_empty();
        let refused = [
            (has_formulas && !self.formulas, Feature::Formulas),
            (!harness.invariants.is_empty() && !self.invariants, Feature::Invariants),
            (*all_violations && !self.all_violations, Feature::AllViolations),
            (limits.states.is_some() && !self.states, Feature::StateLimit),
        ];
        if let Some((_, feature)) = refused.into_iter().find(|(is_refused, _)| *is_refused) {
            return Err(feature);
        }
        let mut taken = *properties;
        for property in properties.iter().filter(lacks) {
            let is_possible = match property {
                Property::Invariant => !harness.invariants.is_empty(),
                Property::Ltl => has_formulas,
                Property::Assertion
                | Property::Deadlock
                | Property::SpinDeadlock
                | Property::DataRace
                | Property::Memory
                | Property::Uninitialized
                | Property::Overflow
                | Property::DivisionByZero
                | Property::UncaughtException
                | Property::Unreachable
                | Property::Livelock
                | Property::Termination
                | Property::Crash
                | Property::LockMisuse
                | Property::Leak
                | Property::ErrorCall => true,
            };
            if is_possible {
                return Err(Feature::Property(property));
            }
            taken = taken.without(property);
        }
        match taken == PropertySet::EMPTY {
            true => Err(Feature::NoProperty),
            false => Ok(Question { properties: taken, ..question.clone() }),
        }
    }
}

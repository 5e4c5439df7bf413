//! The question that an engine answers. It says nothing of how: that is each engine's own.

use heddle_machine::{Granularity, Options, Symmetry};
use heddle_model::{Limits, PropertySet};
use heddle_program::Program;

use crate::harness::HarnessError;
use crate::{Formulas, Harness};

/// The world of the checked program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct World {
    /// The program's name, the first of its arguments.
    pub name: String,
    /// The arguments after that.
    pub args: Vec<String>,
    /// True if allocations may fail.
    pub malloc_may_fail: bool,
    /// True if waits on condition variables may end for no reason.
    pub spurious_wakeups: bool,
    /// Functions that are started and evaluated from outside.
    pub harness: Harness,
}

impl World {
    /// The name and the arguments of the program.
    pub fn argv(&self) -> Vec<String> {
        std::iter::once(&self.name).chain(&self.args).cloned().collect()
    }

    /// The options of a machine that runs a program in this world.
    ///
    /// # Errors
    /// If the program lacks functions that the world names.
    pub fn machine_options(
        &self,
        properties: PropertySet,
        granularity: Granularity,
        program: &Program,
    ) -> Result<Options, HarnessError> {
        let World { name: _, args: _, malloc_may_fail, spurious_wakeups, harness } = self;
        Ok(Options {
            properties,
            notes_races: false,
            granularity,
            malloc_may_fail: *malloc_may_fail,
            spurious_wakeups: *spurious_wakeups,
            memory: None,
            symmetry: Symmetry::default(),
            inputs: None,
            args: self.argv(),
            invariants: harness.invariants_in(program)?,
            propositions: Vec::new(),
            harness: harness.starts_in(program)?,
        })
    }
}

/// A question about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The properties to look for.
    pub properties: PropertySet,
    /// Those among them that were asked for by name. None of these is ever left out.
    pub named: PropertySet,
    /// Requirements on runs as a whole.
    pub formulas: Formulas,
    /// The program's world.
    pub world: World,
    /// The optimization level at which the program was compiled, as it is written.
    pub level: String,
    /// True if the compiler has optimized the program.
    pub is_optimized: bool,
    /// True if all violations are asked for, and not just one.
    pub all_violations: bool,
    /// Limits at which the engine gives up.
    pub limits: Limits,
    /// The number of threads that the engine may use.
    pub workers: usize,
    /// The beginning of random numbers.
    pub seed: u64,
}

impl Question {
    /// The options of a machine on which a [witness](crate::Witness) can be replayed.
    ///
    /// # Errors
    /// If the program lacks functions that the question names.
    pub fn replay_options(&self, program: &Program) -> Result<Options, HarnessError> {
        self.world.machine_options(self.properties, Granularity::None, program)
    }
}

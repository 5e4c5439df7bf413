//! The machines of an engine that runs the program.

use heddle_machine::{ALWAYS_HELD, Granularity, Machine, Options};
use heddle_model::Property;
use heddle_program::Program;

use crate::{EngineError, Question};

impl Question {
    /// The options of the machines of an engine, one a worker, each of which has its share of the
    /// memory.
    ///
    /// # Errors
    /// If the program lacks functions that the question names.
    pub fn machine_options(
        &self,
        granularity: Granularity,
        program: &Program,
    ) -> Result<Options, EngineError> {
        let options = self.world.machine_options(self.properties, granularity, program);
        let options = options.map_err(EngineError::question)?;
        let share = |most: u64| (most / self.workers as u64).max(ALWAYS_HELD);
        Ok(Options { memory: self.limits.memory.map(share), ..options })
    }

    /// A machine for each worker. They note the first data race, if nobody asked for races: it is
    /// worth a line beside a proof.
    ///
    /// # Errors
    /// If the program cannot be run.
    pub fn machines<'p>(
        &self,
        options: &Options,
        program: &'p Program,
    ) -> Result<Vec<Machine<'p>>, EngineError> {
        let notes_races = !self.properties.contains(Property::DataRace);
        let noting = Options { notes_races, ..options.clone() };
        let machine = Machine::new(program, noting).map_err(EngineError::question)?;
        let mut machines: Vec<Machine<'p>> = (1..self.workers).map(|_| machine.sibling()).collect();
        machines.push(machine);
        Ok(machines)
    }
}

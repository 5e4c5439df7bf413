//! Notes on a proof: that it is about no run that ends, or that the program has a data race.
//!
//! A limit leaves a note out. What was proved before stays proved.

use heddle_engine::{Caveat, Witness};
use heddle_model::{Place, Property};

use super::{Check, ENCODE_WORK, Failure, Formula, SolverSession, WATCH_INTERVAL, is_limit};
use crate::blast::Blaster;
use crate::history::EncodeError;
use crate::outcome::Progress;
use crate::races::Races;
use crate::sat::Cadical;
use crate::symbolic::executor::{Execution, RunEnd};
use crate::term::{Term, Terms};

/// Questions of the solver whether to end, after which a race is not looked for any longer: so
/// many, and one for so many that it took to prove that nothing else is wrong.
const LEAST_QUESTIONS: u64 = 200;
const QUESTIONS_PER_NOTE: u64 = 20;

impl SolverSession<'_, '_> {
    /// The caveat of a proof that is about no run that ends. Within the bounds, all runs end, or
    /// do not meet an assumption, or wait for ever.
    pub(super) fn find_vacuity(&mut self) -> Result<Option<Caveat>, Failure> {
        let ends = &self.execution.ends;
        let (unmet, met): (Vec<&RunEnd>, Vec<&RunEnd>) =
            ends.iter().partition(|end| end.unmet.is_some());
        let met: Vec<Term> = met.iter().map(|end| end.condition).collect();
        match self.ask(&met) {
            Ok(false) => {}
            Ok(true) => return Ok(None),
            Err(failure) => return left_out(failure).map(|()| None),
        }
        let unmet: Vec<(Term, Place)> =
            unmet.iter().filter_map(|end| Some((end.condition, end.unmet.clone()?))).collect();
        let mut assumptions = Vec::new();
        self.find_all(unmet, &mut assumptions).or_else(left_out)?;
        Ok(Some(Caveat::NoRunEnds { assumptions, loops: Vec::new() }))
    }
}

impl Check<'_> {
    /// A run with a data race of a program in which nothing is wrong that was asked for. It is
    /// looked for in some of the places where one could be, and not for long.
    pub(super) fn find_noted_race(
        &mut self,
        execution: &mut Execution,
        mut formula: Formula,
        blaster: Blaster<Cadical>,
        questions: u64,
    ) -> Result<Option<Witness>, Failure> {
        let is_asked = self.settings.properties.contains(Property::DataRace);
        if is_asked || self.lessons.has_race() || execution.logs.len() == 1 {
            return Ok(None);
        }
        let mut calls = 0u32;
        let mut is_stopped = false;
        let mut watch = |terms: &Terms| {
            calls += 1;
            if calls.is_multiple_of(WATCH_INTERVAL) {
                self.size.terms = terms.count() as u64;
                let progress = Progress { unwind: self.settings.unwind, size: self.size };
                is_stopped = self.watch.look(&progress, ENCODE_WORK).is_err();
            }
            !is_stopped
        };
        let Formula { times, within, .. } = &formula;
        let races = Races::new(self.program, execution, times, within);
        let races = races.and_then(|mut races| races.find_some(&mut watch));
        formula.races = match races {
            Ok(races) => races,
            Err(EncodeError::Stopped) => return Ok(None),
            Err(error) => return Err(super::internal(error.to_string()).into()),
        };
        let conditions: Vec<Term> = formula.races.iter().map(|race| race.condition).collect();
        let mut session = SolverSession::with(self, execution, &formula, blaster);
        session.watch();
        let most = LEAST_QUESTIONS + questions / QUESTIONS_PER_NOTE;
        match session.ask_for(&conditions, most) {
            Ok(Some(true)) => session.earliest().map(Some),
            Ok(Some(false) | None) => Ok(None),
            Err(failure) => left_out(failure).map(|()| None),
        }
    }
}

/// Leaves out what a limit has kept from being found.
pub(super) fn left_out(failure: Failure) -> Result<(), Failure> {
    match failure {
        Failure::Obstacle(obstacle) if is_limit(&obstacle) => Ok(()),
        failure => Err(failure),
    }
}

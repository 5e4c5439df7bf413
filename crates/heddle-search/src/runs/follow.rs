//! The schedule of a run through the graph, and the word that it shows step by step.

use std::collections::HashMap;
use std::ops::Range;

use heddle_model::{
    Choice, Counterexample, Matchable, Reducible, Schedule, StepOutcome, Temporal, Unknown,
    UnknownKind, fairness_bit,
};
use heddle_replay::{Replay, ReplayObserver, ReplayedStep};

use super::{LassoRun, LivenessChecker, Word};
use crate::path::Pathfinder;
use crate::store::StateStore;

/// Most shorter runs that are tried.
const MOST_TRIES: usize = 100;

/// Makes the choices of a lasso again, step by step from the initial state, and lets it pass
/// if the cycle closes and the run still violates the property. Steps are finer than the transitions of
/// the lasso, so a shorter one may show.
pub(crate) fn follow<S: Reducible + Matchable + Temporal, V: StateStore>(
    pathfinder: &Pathfinder<V>,
    system: &mut S,
    lasso: &LassoRun,
    checker: &dyn LivenessChecker,
) -> Result<Counterexample, Unknown> {
    let failed = |why: &str| {
        let finding = checker.violation().finding;
        let reason = format!("a run was found but its replay fails ({finding}): {why}");
        Unknown { kind: UnknownKind::Internal, reason, place: None }
    };
    let not_again = || failed("a step of it cannot be made again");
    let mut run = pathfinder.run_along(system, &lasso.stem).ok_or_else(not_again)?;
    let mut cycle = run.len();
    run.extend(pathfinder.run_along(system, &lasso.cycle).ok_or_else(not_again)?);
    let ends = cycle == run.len();
    let (visits, end) = make_again(system, &run).ok_or_else(not_again)?;
    let word = match (&end, ends) {
        (End::Over, true) => ending_word(&visits),
        (_, true) => return Err(failed("it does not end")),
        (End::Going, false) if visits[cycle].state == visits[run.len()].state => {
            word(&visits, cycle, run.len())
        }
        (_, false) => return Err(failed("its cycle does not close")),
    };
    if !checker.is_violated_by(&word) {
        return Err(failed("what it shows is allowed"));
    }
    if !ends && let Some(shorter) = shorter(&visits, checker) {
        cycle = shorter.start;
        run.truncate(shorter.end);
    }
    let (violation, schedule) = (checker.violation(), Schedule(run));
    Ok(Counterexample { violation, schedule, cycle: Some(cycle) })
}

/// A state on a run, and what is done in it.
struct Visit {
    state: Vec<u32>,
    valuation: u32,
    /// Threads that could move, and do not.
    idle: u32,
    is_alone: bool,
}

/// The end of a run.
#[derive(PartialEq, Eq)]
enum End {
    Over,
    Going,
}

/// The states of a run that is made again.
#[derive(Default)]
struct Visits(Vec<Visit>);

impl Visits {
    /// Adds the loaded state, in which a choice is made, or the run ends.
    fn add<S: Temporal>(&mut self, system: &mut S, choice: Option<Choice>) {
        let mut state = Vec::new();
        system.save(&mut state);
        let moved = choice.map_or(0, |choice| fairness_bit(choice.actor()));
        self.0.push(Visit {
            state,
            valuation: system.valuation(),
            idle: !system.waiting() & !moved,
            is_alone: system.is_alone(),
        });
    }
}

impl<S: Temporal> ReplayObserver<S> for Visits {
    fn before(&mut self, system: &mut S, step: ReplayedStep, _choices: &[Choice]) {
        self.add(system, Some(step.choice));
    }

    fn after(&mut self, system: &mut S, _step: ReplayedStep, outcome: &StepOutcome) {
        if *outcome == StepOutcome::Failed {
            let valuation = system.valuation();
            self.0.push(Visit { state: Vec::new(), valuation, idle: 0, is_alone: false });
        }
    }
}

/// Makes choices again; none if one of them cannot be made.
fn make_again<S: Temporal>(system: &mut S, run: &[Choice]) -> Option<(Vec<Visit>, End)> {
    let mut visits = Visits::default();
    let end = match Replay::from_start(system, &mut visits).run(run).ok()? {
        StepOutcome::Failed => End::Over,
        StepOutcome::Continues => {
            visits.add(system, None);
            let mut choices = Vec::new();
            system.choices(&mut choices);
            if choices.is_empty() { End::Over } else { End::Going }
        }
        StepOutcome::Abandoned | StepOutcome::Unknown(_) => return None,
    };
    Some((visits.0, end))
}

/// The word of a run that ends.
fn ending_word(visits: &[Visit]) -> Word {
    let mut stem: Vec<u32> = visits.iter().map(|visit| visit.valuation).collect();
    let cycle = stem.pop().into_iter().collect();
    Word { stem, cycle, starving: 0 }
}

/// The word of a run that goes on from one visit to another as it did before.
fn word(visits: &[Visit], from: usize, to: usize) -> Word {
    let valuations = |range: Range<usize>| visits[range].iter().map(|visit| visit.valuation);
    let cycle = &visits[from..to];
    let starving = match cycle.iter().all(|visit| visit.is_alone) {
        true => 0,
        false => cycle.iter().fold(u32::MAX, |starving, visit| starving & visit.idle),
    };
    Word { stem: valuations(0..from).collect(), cycle: valuations(from..to).collect(), starving }
}

/// The cycle of the first of the runs that come back to a state and violate the property.
fn shorter(visits: &[Visit], checker: &dyn LivenessChecker) -> Option<Range<usize>> {
    let mut last: HashMap<&[u32], usize> = HashMap::new();
    let mut returns = Vec::new();
    for (number, visit) in visits.iter().enumerate() {
        if let Some(before) = last.insert(&visit.state, number) {
            returns.push(before..number);
        }
    }
    let is_whole = |range: &Range<usize>| range.end + 1 == visits.len();
    let tried = returns.into_iter().filter(|range| !is_whole(range)).take(MOST_TRIES);
    tried.into_iter().find(|range| checker.is_violated_by(&word(visits, range.start, range.end)))
}

#[cfg(test)]
mod tests {
    use heddle_model::{Finding, Violation};

    use super::*;
    use crate::runs::{Graph, Interrupted, MayHold};

    /// Requires that this holds in no cycle.
    struct NeverAgain(u32);

    impl LivenessChecker for NeverAgain {
        fn look(
            &mut self,
            _graph: &Graph<'_>,
            _may_hold: MayHold<'_>,
        ) -> Result<Option<LassoRun>, Interrupted> {
            Ok(None)
        }

        fn is_violated_by(&self, word: &Word) -> bool {
            word.cycle.contains(&self.0)
        }

        fn violation(&self) -> Violation {
            Violation::of_run(Finding::Endless)
        }
    }

    #[test]
    fn a_run_is_cut_short_where_a_state_comes_again() {
        let visit =
            |state: u32| Visit { state: vec![state], valuation: state, idle: 0, is_alone: false };
        let visits: Vec<Visit> = [0, 1, 2, 1, 3, 1, 0].into_iter().map(visit).collect();
        assert_eq!(shorter(&visits, &NeverAgain(2)), Some(1..3));
        assert_eq!(shorter(&visits, &NeverAgain(3)), Some(3..5));
        // That is the whole run, which is there already.
        assert_eq!(shorter(&visits, &NeverAgain(0)), None);
    }
}

//! From a run through the graph to a schedule, and the gate before it is told.

use heddle_model::{
    Choice, Counterexample, Schedule, StepOutcome, TransitionSystem, Unknown, UnknownKind,
};

use super::{Auditor, Lasso, Word};
use crate::path::Pathfinder;
use crate::store::StateStore;

/// Makes the choices of a lasso again, step by step from the initial state, and lets it pass
/// if the cycle closes and the auditor still objects.
pub(crate) fn follow<S: TransitionSystem, V: StateStore>(
    pathfinder: &Pathfinder<V>,
    system: &mut S,
    lasso: &Lasso,
    auditor: &dyn Auditor,
) -> Result<Counterexample, Unknown> {
    let failed = |why: &str| {
        let message = auditor.violation().message;
        let reason = format!("a run was found but its replay fails ({message}): {why}");
        Unknown { kind: UnknownKind::Internal, reason, place: None }
    };
    let not_again = || failed("a step of it cannot be made again");
    let mut stem = pathfinder.run_along(system, &lasso.stem).ok_or_else(not_again)?;
    let cycle = pathfinder.run_along(system, &lasso.cycle).ok_or_else(not_again)?;
    let mut word = Word { starving: u32::MAX, ..Word::default() };
    system.reset();
    for &choice in &stem {
        word.stem.push(system.valuation());
        make(system, choice, &StepOutcome::Continues).ok_or_else(not_again)?;
    }
    if cycle.is_empty() {
        let ending = pathfinder.ending(system).ok_or_else(|| failed("it does not end"))?;
        if let Some((&last, before)) = ending.split_last() {
            for &choice in before {
                word.stem.push(system.valuation());
                make(system, choice, &StepOutcome::Continues).ok_or_else(not_again)?;
            }
            word.cycle.push(system.valuation());
            make(system, last, &StepOutcome::Failed).ok_or_else(not_again)?;
        } else {
            word.cycle.push(system.valuation());
        }
        word.starving = 0;
        stem.extend(ending);
    } else {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        system.save(&mut before);
        let mut is_alone = true;
        for &choice in &cycle {
            is_alone &= system.is_alone();
            word.cycle.push(system.valuation());
            word.starving &= !system.waiting() & !bit(choice);
            make(system, choice, &StepOutcome::Continues).ok_or_else(not_again)?;
        }
        if is_alone {
            word.starving = 0;
        }
        system.save(&mut after);
        if before != after {
            return Err(failed("its cycle does not close"));
        }
    }
    if !auditor.objects_to(&word) {
        return Err(failed("what it shows is allowed"));
    }
    let at = Some(stem.len());
    let schedule = Schedule(stem.into_iter().chain(cycle).collect());
    Ok(Counterexample { violation: auditor.violation(), schedule, cycle: at })
}

fn bit(choice: Choice) -> u32 {
    1u32.checked_shl(choice.thread.0).unwrap_or(0)
}

/// Makes a step that ends as it should.
fn make<S: TransitionSystem>(system: &mut S, choice: Choice, expected: &StepOutcome) -> Option<()> {
    let mut choices = Vec::new();
    system.choices(&mut choices);
    let is_possible = choices.contains(&choice);
    (is_possible && system.step(choice, &mut Vec::new()) == *expected).then_some(())
}

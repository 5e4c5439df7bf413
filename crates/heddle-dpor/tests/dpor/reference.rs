//! Traces and violations by plain enumeration.

use std::collections::{BTreeSet, HashSet};

use heddle_model::{
    Choice, Counterexample, Finding, Footprint, Reducible, StepOutcome, TransitionSystem, Violation,
};

/// A step of a trace.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Step {
    choice: Choice,
    /// All that it touched: addresses, and whether they were changed.
    touches: Vec<(u64, u64, bool)>,
    unknown: bool,
    /// The run ended with it.
    is_end: bool,
}

impl Step {
    fn conflicts(&self, other: &Step) -> bool {
        let meet =
            |a: &(u64, u64, bool), b: &(u64, u64, bool)| (a.2 || b.2) && a.0 < b.1 && b.0 < a.1;
        self.choice.actor() == other.choice.actor()
            || self.unknown
            || other.unknown
            || self.touches.iter().any(|a| other.touches.iter().any(|b| meet(a, b)))
    }
}

/// The first in the order of choices of all sequences that are equal up to the order of
/// independent steps.
fn normal_form(mut steps: Vec<Step>) -> Vec<Step> {
    let mut normal = Vec::new();
    while !steps.is_empty() {
        let is_first = |&at: &usize| steps[..at].iter().all(|before| !before.conflicts(&steps[at]));
        let first = (0..steps.len()).filter(is_first).min_by_key(|&at| steps[at].choice);
        normal.push(steps.remove(first.expect("the first step should come after none")));
    }
    normal
}

/// The number of traces: executions up to the order of independent steps. A step that ends the
/// run is an event after which its thread does nothing, and that others do not notice. Gives up
/// if there are more beginnings than this.
pub(crate) fn count_traces<S: Reducible>(system: &mut S, most: usize) -> Option<usize> {
    let mut open: Vec<Vec<Step>> = vec![Vec::new()];
    let mut seen: HashSet<Vec<Step>> = HashSet::new();
    let mut complete = 0;
    let mut ignored = Vec::new();
    let (mut choices, mut footprint) = (Vec::new(), Footprint::default());
    while let Some(trace) = open.pop() {
        let go_to = |system: &mut S, ignored: &mut Vec<Violation>| {
            system.reset();
            for step in trace.iter().filter(|step| !step.is_end) {
                system.step(step.choice, ignored);
            }
        };
        go_to(system, &mut ignored);
        system.choices(&mut choices);
        let is_dead = |choice: &Choice| {
            trace.iter().any(|step| step.is_end && step.choice.actor() == choice.actor())
        };
        choices.retain(|choice| !is_dead(choice));
        complete += usize::from(choices.is_empty());
        for &choice in &choices {
            go_to(system, &mut ignored);
            system.lasting_footprint(choice.actor(), &mut footprint);
            let is_end =
                system.step(choice, &mut ignored) != StepOutcome::Continues || system.is_over();
            let touches = &footprint.touches;
            let touch = |it: &heddle_model::Touch| (it.range.start, it.range.end, it.writes);
            let touches = touches.iter().map(touch).collect();
            let step = Step { choice, touches, unknown: footprint.unknown, is_end };
            let mut next = trace.clone();
            next.push(step);
            let next = normal_form(next);
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(complete)
}

/// The text of a violation.
pub(crate) fn text(violation: &Violation) -> String {
    match &violation.finding {
        Finding::FailedAssertion { text } => text.clone(),
        other => format!("{other:?}"),
    }
}

/// All violations, by a search through the states.
pub(crate) fn violations<S: TransitionSystem>(
    system: &mut S,
    most: usize,
) -> Option<BTreeSet<String>> {
    let mut found = Vec::new();
    let mut words = Vec::new();
    system.reset();
    system.save(&mut words);
    let mut seen = HashSet::from([words.clone()]);
    let mut open = vec![words.clone()];
    let mut choices = Vec::new();
    while let Some(state) = open.pop() {
        system.load(&state);
        system.choices(&mut choices);
        system.check_state(&choices, &mut found);
        for &choice in &choices {
            system.load(&state);
            if system.step(choice, &mut found) == StepOutcome::Continues {
                system.save(&mut words);
                if seen.insert(words.clone()) {
                    open.push(words.clone());
                }
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(found.iter().map(text).collect())
}

/// All violations of runs with so few preemptions, by a search through the states that tells them apart
/// by who moved last, and how many preemptions there were. And whether there are runs with more.
pub(crate) fn violations_within<S: TransitionSystem>(
    system: &mut S,
    preemptions: u32,
    most: usize,
) -> Option<(BTreeSet<String>, bool)> {
    let mut found = Vec::new();
    let mut words = Vec::new();
    let mut is_cut = false;
    system.reset();
    system.save(&mut words);
    let start = (words.clone(), None, 0);
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    let mut choices = Vec::new();
    while let Some((state, last, made)) = open.pop() {
        system.load(&state);
        system.choices(&mut choices);
        system.check_state(&choices, &mut found);
        let could_go_on = choices.iter().any(|choice| Some(choice.actor()) == last);
        for &choice in &choices {
            let is_preemption = could_go_on && Some(choice.actor()) != last;
            if made + u32::from(is_preemption) > preemptions {
                is_cut = true;
                continue;
            }
            system.load(&state);
            if system.step(choice, &mut found) == StepOutcome::Continues {
                system.save(&mut words);
                let next = (words.clone(), Some(choice.actor()), made + u32::from(is_preemption));
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some((found.iter().map(text).collect(), is_cut))
}

/// Makes the run of each violation that was found again, and requires that it shows the violation.
pub(crate) fn assert_shown<S: TransitionSystem>(system: &mut S, found: &[Counterexample]) {
    let mut choices = Vec::new();
    for Counterexample { violation, schedule, cycle: _ } in found {
        let mut shown = Vec::new();
        system.reset();
        for &choice in &schedule.0 {
            shown.clear();
            system.step(choice, &mut shown);
        }
        if shown.is_empty() {
            system.choices(&mut choices);
            system.check_state(&choices, &mut shown);
        }
        let is_shown = shown.iter().any(|other| other.identity() == violation.identity());
        assert!(is_shown, "{} should show after {schedule:?}", text(violation));
    }
}

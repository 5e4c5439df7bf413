//! Runs that go on for ever: stem and cycle, who moves there, and what holds.

use std::collections::BTreeMap;

use heddle_machine::{Machine, Proposition};
use heddle_model::{
    Choice, Counterexample, Finding, Schedule, StepOutcome, Temporal, ThreadId, TransitionSystem,
    Violation,
};
use heddle_trace::render::{TextOptions, text};
use heddle_trace::{
    Effect, InfiniteRun, Part, Propositions, ThreadInCycle, Trace, TraceError, retell,
    tell_counterexample,
};
use insta::assert_snapshot;

use crate::kit::{Checked, Sources, program};

const GREEDY: &str = include_str!("programs/greedy.c");
const POLLING: &str = include_str!("programs/polling.c");

fn named(name: &str) -> Proposition {
    Proposition::Named(name.to_owned())
}

fn violation(formula: &str) -> Violation {
    Violation::of_run(Finding::BrokenFormula { name: None, formula: formula.to_owned() })
}

/// Makes one choice, which must be possible.
fn make(machine: &mut Machine<'_>, choice: Choice) {
    let mut choices = Vec::new();
    machine.choices(&mut choices);
    assert!(choices.contains(&choice), "{choice:?} should be among {choices:?}");
    assert_eq!(machine.step(choice, &mut Vec::new()), StepOutcome::Continues);
}

/// The choices of `stem` threads, and then those of `cycle` threads, again and again, up to
/// the first state that was there before at the same place of the cycle.
fn going_round(checked: &Checked, stem: &[(u32, usize)], cycle: &[u32]) -> Counterexample {
    let mut machine = checked.machine();
    machine.reset();
    let mut schedule = Vec::new();
    let mut step = |machine: &mut Machine<'_>, thread: u32| {
        let choice = Choice::of(ThreadId(thread));
        make(machine, choice);
        schedule.push(choice);
    };
    for &(thread, times) in stem {
        (0..times).for_each(|_| step(&mut machine, thread));
    }
    let mut seen: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
    for round in 0..100 {
        let mut words = Vec::new();
        machine.save(&mut words);
        if let Some(first) = seen.insert(words, round) {
            let before: usize = stem.iter().map(|(_, times)| times).sum();
            return Counterexample {
                violation: violation("G(req -> F cs)"),
                schedule: Schedule(schedule),
                cycle: Some(before + first * cycle.len()),
            };
        }
        cycle.iter().for_each(|&thread| step(&mut machine, thread));
    }
    panic!("the cycle should close");
}

/// Number of steps that a thread makes until something holds that did not.
fn steps_until(checked: &Checked, stem: &[(u32, usize)], thread: u32, bit: u32) -> usize {
    let mut machine = checked.machine();
    machine.reset();
    for &(thread, times) in stem {
        (0..times).for_each(|_| make(&mut machine, Choice::of(ThreadId(thread))));
    }
    (1..100)
        .find(|_| {
            make(&mut machine, Choice::of(ThreadId(thread)));
            machine.valuation() >> bit & 1 != 0
        })
        .expect("it holds at some time")
}

/// Number of steps that main makes until it waits.
fn steps_of_main(checked: &Checked) -> usize {
    let mut machine = checked.machine();
    machine.reset();
    let mut steps = 0;
    while machine.waiting() & 1 == 0 {
        make(&mut machine, Choice::of(ThreadId::MAIN));
        steps += 1;
    }
    steps
}

fn told(
    checked: &Checked,
    counterexample: &Counterexample,
    names: &[&str],
) -> Result<Trace, TraceError> {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let propositions = Propositions { names: &names };
    let mut sources = checked.sources.clone();
    tell_counterexample(&mut checked.machine(), counterexample, propositions, &mut sources)
}

fn plain(trace: &Trace) -> String {
    text(trace, &TextOptions::default())
}

fn lasso(trace: &Trace) -> &InfiniteRun {
    trace.lasso.as_ref().expect("the run goes on for ever")
}

fn parts(trace: &Trace) -> Vec<(u32, Part)> {
    let part = |at: &ThreadInCycle| (at.thread.0, at.part);
    lasso(trace).threads.iter().map(part).collect()
}

/// The changes that the steps of a trace tell, in order.
fn changes(trace: &Trace) -> Vec<(usize, String, bool)> {
    let mut all = Vec::new();
    for (i, step) in trace.steps.iter().enumerate() {
        for effect in &step.effects {
            if let Effect::Valuation { changes } = effect {
                all.extend(changes.iter().map(|(name, holds)| (i, name.clone(), *holds)));
            }
        }
    }
    all
}

fn greedy() -> Checked {
    program(GREEDY).with(vec![named("req"), named("cs")])
}

/// One thread has asked, and the other takes and gives back the lock for ever.
fn starving() -> (Checked, Counterexample) {
    let checked = greedy();
    let main = steps_of_main(&checked);
    let asked = steps_until(&checked, &[(0, main)], 1, 0);
    let found = going_round(&checked, &[(0, main), (1, asked)], &[2]);
    (checked, found)
}

#[test]
fn a_thread_that_is_never_let_in() {
    let (checked, found) = starving();
    let trace = told(&checked, &found, &["req", "cs"]).expect("it reproduces");
    assert_eq!(parts(&trace), [(0, Part::Waits), (1, Part::Starves), (2, Part::Moves)]);
    assert_snapshot!(plain(&trace));
}

#[test]
fn the_valuation_is_told_where_it_changes() {
    let (checked, found) = starving();
    let trace = told(&checked, &found, &["req", "cs"]).expect("it reproduces");
    let lasso = lasso(&trace);
    assert_eq!(lasso.propositions, ["req", "cs"]);
    assert!(lasso.initial.iter().all(|(_, holds)| !holds));
    let changes = changes(&trace);
    let [(at, name, true)] = &changes[..] else { panic!("{changes:?}") };
    assert_eq!(name, "req");
    assert!(trace.steps[*at].source.contains("__heddle_ap_set(\"req\", 1)"));
    assert!(lasso.first_step > Some(*at));
}

#[test]
fn a_fair_run_says_so() {
    let checked = greedy();
    let main = steps_of_main(&checked);
    let asked = steps_until(&checked, &[(0, main)], 1, 0);
    // It tries to get in whenever the other is there.
    for before in 1..50 {
        let stem = [(0, main), (1, asked), (2, before)];
        let mut machine = checked.machine();
        machine.reset();
        for &(thread, times) in &stem {
            (0..times).for_each(|_| make(&mut machine, Choice::of(ThreadId(thread))));
        }
        let taken = (0..20).all(|_| {
            make(&mut machine, Choice::of(ThreadId(1)));
            machine.valuation() == 1
        });
        if taken {
            let cycle = fair_cycle(&checked, &stem);
            let trace = told(&checked, &cycle, &["req", "cs"]).expect("it reproduces");
            let moving = [(0, Part::Waits), (1, Part::Moves), (2, Part::Moves)];
            assert_eq!(parts(&trace), moving);
            let text = plain(&trace);
            assert!(text.contains("T1 modest and T2 greedy move; T0 main waits. The run is fair."));
            return;
        }
    }
    panic!("the lock should be taken at some time");
}

/// From a state in which the lock is taken: the one thread tries in vain until it is back
/// where it was, then the other goes round.
fn fair_cycle(checked: &Checked, stem: &[(u32, usize)]) -> Counterexample {
    let tries = going_round(checked, stem, &[1]);
    let first = tries.cycle.expect("it goes round");
    let round = tries.schedule.0.len() - first;
    let (mut machine, mut before, mut after) = (checked.machine(), Vec::new(), Vec::new());
    machine.reset();
    tries.schedule.0.iter().for_each(|&choice| make(&mut machine, choice));
    machine.save(&mut before);
    let mut schedule = tries.schedule.0.clone();
    let mut others = 0;
    while before != after {
        let choice = Choice::of(ThreadId(2));
        make(&mut machine, choice);
        machine.save(&mut after);
        schedule.push(choice);
        others += 1;
        assert!(others < 100, "the other should come back");
    }
    let cycle = Some(schedule.len() - others - round);
    Counterexample { violation: tries.violation, schedule: Schedule(schedule), cycle }
}

#[test]
fn what_holds_in_one_state_begins_and_ends_in_the_cycle() {
    let checked = program(POLLING).with(vec![named("tick"), Proposition::Exited(ThreadId(1))]);
    let created = created(&checked);
    let found = going_round(&checked, &[(0, created)], &[1]);
    let trace = told(&checked, &found, &["tick", "exited(1)"]).expect("it reproduces");
    let first = lasso(&trace).first_step.expect("there is a cycle");
    let inside: Vec<bool> = changes(&trace)
        .into_iter()
        .filter(|(at, name, _)| *at >= first && name == "tick")
        .map(|(_, _, holds)| holds)
        .collect();
    assert!(inside.contains(&true) && inside.contains(&false), "{inside:?}");
    assert_eq!(parts(&trace), [(0, Part::Starves), (1, Part::Moves)]);
    assert_snapshot!(plain(&trace));
}

/// Number of steps that main makes until there is another thread.
fn created(checked: &Checked) -> usize {
    let mut machine = checked.machine();
    machine.reset();
    let mut steps = 0;
    while machine.thread_count() == 1 {
        make(&mut machine, Choice::of(ThreadId::MAIN));
        steps += 1;
    }
    steps
}

/// A run of main first, and then of the others, to its end.
fn ending(checked: &Checked) -> Counterexample {
    let (mut machine, mut choices, mut schedule) = (checked.machine(), Vec::new(), Vec::new());
    machine.reset();
    loop {
        machine.choices(&mut choices);
        let Some(&choice) = choices.first() else { break };
        make(&mut machine, choice);
        schedule.push(choice);
    }
    let cycle = Some(schedule.len());
    Counterexample { violation: violation("G F tick"), schedule: Schedule(schedule), cycle }
}

#[test]
fn signs_are_explained_where_there_are_any() {
    let (checked, found) = starving();
    let mut trace = told(&checked, &found, &["req", "cs"]).expect("it reproduces");
    assert!(plain(&trace).contains("do not hold; +p: p holds from here on"));
    for step in &mut trace.steps {
        step.effects.retain(|effect| !matches!(effect, Effect::Valuation { .. }));
    }
    assert!(plain(&trace).contains("at the start req and cs do not hold\n"));
}

#[test]
fn a_run_that_ends_stays_as_it_is() {
    let ended = vec![named("tick"), Proposition::Exited(ThreadId(1)), Proposition::Ended];
    let checked = program(POLLING).with(ended);
    let found = ending(&checked);
    let trace = told(&checked, &found, &["tick", "exited(1)", "ended"]).expect("it reproduces");
    assert_eq!(lasso(&trace).first_step, None);
    assert_eq!(lasso(&trace).threads, []);
    let told: Vec<(String, bool)> = changes(&trace).into_iter().map(|(_, n, h)| (n, h)).collect();
    assert_eq!(told, [("exited(1)".to_owned(), true), ("ended".to_owned(), true)]);
    assert_snapshot!(plain(&trace));
}

#[test]
fn a_run_that_ends_in_a_deadlock_shows_who_waits() {
    let checked = program(include_str!("../../../../examples/deadly_embrace.c"));
    let found = checked.counterexample();
    let cycle = Some(found.schedule.0.len());
    let found = Counterexample { violation: violation("F done"), cycle, ..found };
    let text = plain(&told(&checked, &found, &[]).expect("it reproduces"));
    assert!(text.contains("✗ waits for paper, held by T2"), "{text}");
    assert!(text.contains("The run ends here, and stays as it is for ever."), "{text}");
}

#[test]
fn a_run_may_end_with_a_step_that_fails() {
    let source = "#include <stdlib.h>\nint main(void) {\n    abort();\n}\n";
    let checked = program(source);
    let found = checked.counterexample();
    let cycle = Some(found.schedule.0.len());
    let found = Counterexample { violation: violation("F done"), cycle, ..found };
    assert!(told(&checked, &found, &[]).is_ok());
    let found = Counterexample { cycle: Some(0), ..found };
    let error = told(&checked, &found, &[]).expect_err("nothing comes after it");
    assert!(error.to_string().contains("the run is over"), "{error}");
}

#[test]
fn a_cycle_that_does_not_close_is_an_error() {
    let (checked, mut found) = starving();
    found.cycle = found.cycle.map(|cycle| cycle - 1);
    let error = told(&checked, &found, &[]).expect_err("it begins too early");
    assert!(error.to_string().contains("does not lead back to where it began"), "{error}");
    found.cycle = Some(found.schedule.0.len() + 1);
    let error = told(&checked, &found, &[]).expect_err("it begins too late");
    assert!(error.to_string().contains("the cycle begins with step"), "{error}");
    found.cycle = Some(found.schedule.0.len());
    let error = told(&checked, &found, &[]).expect_err("the run goes on");
    assert!(error.to_string().contains("the run does not end"), "{error}");
}

#[test]
fn propositions_about_places_change_where_threads_get_there() {
    let at = Proposition::At { file: "test.c".to_owned(), line: 16 };
    let checked = program(POLLING).with(vec![at]);
    let trace = told(&checked, &ending(&checked), &["at(test.c:16)"]).expect("it reproduces");
    let changes = changes(&trace);
    let (first, last) = (&changes[0], changes.last().expect("it begins and ends"));
    assert_eq!(trace.steps[first.0].place.as_ref().map(|place| place.line), Some(15));
    assert_eq!(trace.steps[last.0].place.as_ref().map(|place| place.line), Some(17));
    assert!(first.2 && !last.2, "{changes:?}");
}

#[test]
fn a_lasso_from_json_reads_the_same() {
    let (checked, found) = starving();
    let trace = told(&checked, &found, &["req", "cs"]).expect("it reproduces");
    let json = serde_json::to_value(&trace).expect("a trace becomes JSON");
    assert_eq!(json["lasso"]["cycle"].as_u64(), found.cycle.map(|cycle| cycle as u64));
    assert_eq!(json["lasso"]["initial"]["cs"], false);
    assert_eq!(json["lasso"]["threads"][1]["part"], "starves");
    let again: Trace = serde_json::from_value(json).expect("and becomes a trace again");
    assert_eq!(again.damage(), None);
    assert_eq!(again, trace);
    assert_eq!(plain(&again), plain(&trace));
}

#[test]
fn damaged_lassos_are_errors() {
    let (checked, found) = starving();
    let trace = told(&checked, &found, &["req", "cs"]).expect("it reproduces");
    let error = |damage: &dyn Fn(&mut Trace)| {
        let mut damaged = trace.clone();
        damage(&mut damaged);
        damaged.damage().expect("it is damaged")
    };
    let lasso = |damage: &dyn Fn(&mut InfiniteRun)| {
        error(&|trace| damage(trace.lasso.as_mut().expect("there is one")))
    };
    let length = found.schedule.0.len();
    assert_eq!(
        lasso(&|lasso| lasso.cycle = length + 1),
        format!("the cycle begins with choice {}, but there are {length}", length + 1)
    );
    assert!(lasso(&|lasso| lasso.cycle = length).contains("the run ends"));
    assert!(lasso(&|lasso| lasso.first_step = None).contains("no step"));
    assert!(lasso(&|lasso| lasso.first_step = Some(9999)).contains("step 9999"));
    assert!(lasso(&|lasso| _ = lasso.initial.remove("cs")).contains("'cs'"));
    assert!(lasso(&|lasso| _ = lasso.initial.insert("x".into(), true)).contains("'x'"));
    let other = Effect::Valuation { changes: [("y".to_owned(), true)].into() };
    assert!(error(&|trace| trace.steps[3].effects.push(other.clone())).contains("'y'"));
}

#[test]
fn what_was_recorded_is_told_again() {
    let (checked, found) = starving();
    let trace = told(&checked, &found, &["req", "cs"]).expect("it reproduces");
    let mut sources = checked.sources.clone();
    let again = |trace: &Trace, checked: &Checked, sources: &mut Sources| {
        retell(&mut checked.machine(), trace, sources).map_err(|error| error.to_string())
    };
    assert_eq!(again(&trace, &checked, &mut sources).as_ref(), Ok(&trace));
    let mut other = trace.clone();
    let lasso = other.lasso.as_mut().expect("there is one");
    lasso.initial.insert("cs".to_owned(), true);
    let error = again(&other, &checked, &mut sources).expect_err("it does not hold");
    assert!(error.ends_with("at the start: -cs where +cs was recorded"), "{error}");
    let mut other = trace.clone();
    let step = changes(&trace)[0].0;
    other.steps[step].effects.retain(|effect| !matches!(effect, Effect::Valuation { .. }));
    let error = again(&other, &checked, &mut sources).expect_err("it changes there");
    assert!(error.ends_with(&format!("at step {}: +req where nothing was recorded", step + 1)));
    let mut other = trace.clone();
    let changes = [("cs".to_owned(), true)].into();
    other.steps.last_mut().expect("there are steps").effects.push(Effect::Valuation { changes });
    let error = again(&other, &checked, &mut sources).expect_err("it does not change there");
    assert!(error.ends_with("nothing where +cs was recorded"), "{error}");
    // A machine that does not know the propositions cannot tell.
    let bare = program(GREEDY);
    assert!(again(&other, &bare, &mut sources).is_ok());
}

#[test]
fn a_narrow_terminal_shows_the_cycle_too() {
    let (checked, found) = starving();
    let trace = told(&checked, &found, &["req", "cs"]).expect("it reproduces");
    let narrow = text(&trace, &TextOptions { width: 50, ..TextOptions::default() });
    assert!(narrow.contains("┌─ the cycle begins here\n│ T2 greedy\n"), "{narrow}");
    let widest = narrow.lines().skip(1).map(|line| line.chars().count()).max();
    assert!(widest <= Some(50), "{narrow}");
}

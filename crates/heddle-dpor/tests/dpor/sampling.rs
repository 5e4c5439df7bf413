//! Samples of executions.

use std::collections::BTreeSet;

use fastrand::Rng;
use heddle_dpor::{Options, Report, Sampling, Scheduler, explore};

use crate::random::{Kind, programs, rounds};
use crate::reference::{assert_shown, text, violations};
use crate::toy::{Op, Toy};

const SCHEDULERS: [Scheduler; 5] = [
    Scheduler::Random,
    Scheduler::Pct { depth: 1 },
    Scheduler::Pct { depth: 2 },
    Scheduler::Pct { depth: 3 },
    Scheduler::Pos,
];

/// Most steps of a run.
const DEPTH: u64 = 300;

fn sample(toy: &Toy, scheduler: Scheduler, runs: u64, seed: u64, stop_at_first: bool) -> Report {
    let sampling = Some(Sampling { scheduler, runs, seed });
    let options = Options { sampling, stop_at_first, depth: Some(DEPTH), ..Options::default() };
    explore(&mut toy.siblings(2), &options, &mut |_| {})
}

fn found(report: &Report) -> BTreeSet<String> {
    report.violations.iter().map(|found| text(&found.violation)).collect()
}

#[test]
fn samples_find_what_is_there_and_prove_nothing() {
    let (mut all, mut some) = (0, 0);
    for seed in 0..rounds() {
        let mut rng = Rng::with_seed(94_000_000 + seed);
        let kind = [Kind::Memory, Kind::Locks, Kind::Waits, Kind::All][rng.usize(0..4)];
        let mut programs = programs(&mut rng, kind);
        for program in &mut programs {
            let at = rng.usize(0..=program.len());
            program.insert(at, Op::JumpIf(rng.u8(0..2), rng.u8(0..=at as u8)));
            program.extend([Op::Load(rng.u8(0..3)), Op::FailIf(1)]);
        }
        // Some are created by others.
        let initial = if seed % 2 == 0 { 1 } else { programs.len() };
        for next in initial..programs.len() {
            programs[next - 1].insert(0, Op::Spawn(next as u8));
        }
        let mut toy = Toy::spawning(programs.clone(), initial);
        let Some(wrong) = violations(&mut toy, 20_000) else { continue };
        for scheduler in SCHEDULERS {
            let report = sample(&toy, scheduler, 100, seed, false);
            assert!(found(&report).is_subset(&wrong), "{seed}: {programs:?} with {scheduler:?}");
            assert_shown(&mut toy, &report.violations);
            assert!(!report.is_verified(), "{seed}: {programs:?} with {scheduler:?}");
            let runs = report.sampled.map(|sampled| sampled.runs);
            assert_eq!(runs, Some(100), "{seed}: {programs:?} with {scheduler:?}");
            all += wrong.len();
            some += report.violations.len();
        }
    }
    assert!(10 * some > 6 * all, "most should be found, not {some} of {all}");
}

#[test]
fn a_seed_says_what_is_made() {
    let toy = Toy::new(vec![vec![Op::Load(0), Op::StoreRegister(0), Op::FailIf(1)]; 4]);
    let toys = Toy::new(vec![vec![Op::Add(0), Op::Load(0), Op::FailIf(2)]; 4]);
    for scheduler in SCHEDULERS {
        for toy in [&toy, &toys] {
            let [one, same] = [7, 7].map(|seed| sample(toy, scheduler, 50, seed, false));
            let figures = |report: &Report| (report.statistics.steps, report.sampled);
            assert_eq!(one.violations, same.violations);
            assert_eq!(figures(&one), figures(&same));
        }
        let ways: BTreeSet<String> = (0..20)
            .map(|seed| format!("{:?}", sample(&toys, scheduler, 1, seed, false).violations))
            .collect();
        assert!(ways.len() > 1, "seeds should matter to {scheduler:?}");
    }
}

/// Runs in which something is found, each with a seed of its own.
fn hits(toy: &Toy, scheduler: Scheduler, runs: u64) -> u64 {
    let mut rng = Rng::with_seed(5);
    (0..runs)
        // After one run it is known how long they are.
        .map(|_| sample(toy, scheduler, 2, rng.u64(..), false))
        .filter(|report| !report.violations.is_empty())
        .count() as u64
}

#[test]
fn what_takes_an_order_of_threads_is_not_for_random_walks() {
    // One thread has to be through before the other begins.
    let programs = vec![
        [vec![Op::Load(1); 30], vec![Op::Store(0, 1)]].concat(),
        [vec![Op::Load(0), Op::FailIf(1)], vec![Op::Load(1); 30]].concat(),
    ];
    let toy = Toy::new(programs);
    assert_eq!(hits(&toy, Scheduler::Random, 300), 0);
    assert!(hits(&toy, Scheduler::Pct { depth: 1 }, 300) > 100);
    assert!(hits(&toy, Scheduler::Pos, 300) > 0);
}

#[test]
fn bugs_show_as_often_as_is_guaranteed() {
    // A thread has to be interrupted at one of its steps: depth two, in runs of two threads and 62 steps.
    let around = |middle: &[Op]| [&[Op::Load(2); 14][..], middle, &[Op::Load(2); 14]].concat();
    let programs =
        vec![around(&[Op::Store(0, 1), Op::Store(0, 0)]), around(&[Op::Load(0), Op::FailIf(1)])];
    let toy = Toy::new(programs);
    let report = sample(&toy, Scheduler::Pct { depth: 2 }, 200, 1, false);
    let sampled = report.sampled.expect("a sample should say so");
    assert_eq!((sampled.actors, sampled.steps), (2, 60 + 60 / 8));
    assert!(sampled.counted > 150 && sampled.cut == 0 && !sampled.has_alternatives);
    // One run of two each time has a guarantee.
    let runs = 5000;
    let hits = hits(&toy, Scheduler::Pct { depth: 2 }, runs);
    assert!(hits * sampled.actors * (sampled.steps + 1) >= runs, "{hits}");
    assert!(hits < runs / 10, "it should be rare, not {hits}");
}

#[test]
fn who_was_interrupted_first_may_go_on_last() {
    // The first thread is interrupted, then the second; the third is through before the second goes on,
    // and the second before the first. With two changes, that takes a first one to the lowest priority.
    let programs = vec![
        vec![Op::Store(0, 1), Op::Load(3), Op::FailIf(1)],
        vec![Op::Load(0), Op::StoreRegister(1), Op::Load(2), Op::StoreRegister(3)],
        vec![Op::Load(1), Op::StoreRegister(2)],
    ];
    let toy = Toy::new(programs);
    assert_eq!(hits(&toy, Scheduler::Pct { depth: 2 }, 3000), 0);
    assert!(hits(&toy, Scheduler::Pct { depth: 3 }, 10_000) > 0);
}

#[test]
fn choices_of_values_are_told() {
    let toy = Toy::new(vec![vec![Op::Choose(3), Op::FailIf(2)]; 2]);
    let report = sample(&toy, Scheduler::Pct { depth: 1 }, 50, 0, false);
    assert_eq!(found(&report).len(), 2);
    assert!(report.sampled.is_some_and(|sampled| sampled.has_alternatives));
}

#[test]
fn the_first_violation_ends_a_sample() {
    let toy = Toy::new(vec![vec![Op::FailIf(0)]; 2]);
    for scheduler in SCHEDULERS {
        let report = sample(&toy, scheduler, 50, 0, true);
        assert_eq!((report.violations.len(), report.is_ended_by_violation), (1, true));
        assert_eq!(report.sampled.map(|sampled| sampled.runs), Some(1));
    }
}

#[test]
fn runs_that_are_too_long_are_cut() {
    // Each wakes the other.
    let endless = Toy::new(vec![vec![Op::Add(0), Op::JumpIf(0, 0)]; 2]);
    let report = sample(&endless, Scheduler::Pct { depth: 1 }, 3, 0, false);
    let sampled = report.sampled.expect("a sample should say so");
    assert_eq!((sampled.runs, sampled.cut, report.statistics.depth), (3, 3, DEPTH));
}

#[test]
fn who_goes_round_in_vain_waits() {
    let spinning = vec![Op::Load(0), Op::JumpIf(0, 0)];
    let toy = Toy::new(vec![spinning.clone(), spinning, vec![Op::Load(1), Op::Store(0, 1)]]);
    for scheduler in SCHEDULERS {
        let report = sample(&toy, scheduler, 20, 0, false);
        assert!(report.statistics.depth < 20, "{scheduler:?} {report:?}");
        assert_eq!(report.sampled.map(|sampled| sampled.cut), Some(0));
    }
}

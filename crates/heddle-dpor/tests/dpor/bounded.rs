//! Bounds on preemptions: what is found is what a plain search finds within the bound.

use fastrand::Rng;
use heddle_dpor::{Gap, Options, Report, explore};

use crate::random::{Kind, programs, rounds};
use crate::reference::{assert_shown, text, violations_within};
use crate::toy::{Op, Toy};

fn explored(toy: &mut Toy, preemptions: u32) -> Report {
    let options = Options { preemptions: Some(preemptions), ..Options::default() };
    explore(&mut toy.siblings(2), &options, &mut |_| {})
}

/// Compares random programs of a kind, with their final states and data races.
fn compare(kind: Kind, seeds: std::ops::Range<u64>, has_loops: bool) {
    let (mut compared, mut bounded) = (0, 0);
    for seed in seeds {
        let mut rng = Rng::with_seed(seed);
        let mut programs = programs(&mut rng, kind);
        if has_loops {
            for program in &mut programs {
                let at = rng.usize(0..=program.len());
                program.insert(at, Op::JumpIf(rng.u8(0..2), rng.u8(0..=at as u8)));
                program.push(Op::Load(rng.u8(0..3)));
                program.push(Op::FailIf(rng.u8(1..3)));
            }
        }
        let mut toy = Toy::new(programs.clone());
        toy.tells_ends = true;
        toy.looks_for_races = rng.bool();
        for preemptions in 0..4 {
            let Some((wrong, is_cut)) = violations_within(&mut toy, preemptions, 10_000) else {
                continue;
            };
            let report = explored(&mut toy, preemptions);
            let found: std::collections::BTreeSet<String> =
                report.violations.iter().map(|found| text(&found.violation)).collect();
            let about = format!("{seed} with {preemptions} preemptions: {programs:?}");
            assert_eq!(found, wrong, "violations of {about}");
            assert_shown(&mut toy, &report.violations);
            assert!(report.gaps.is_subset(&[Gap::Preemptions].into()), "gaps of {about}");
            assert!(is_cut || report.gaps.is_empty(), "gaps of {about}");
            compared += 1;
            bounded += usize::from(!report.gaps.is_empty());
        }
    }
    assert!(compared > bounded && bounded > 0, "{bounded} of {compared}");
}

#[test]
fn memory() {
    compare(Kind::Memory, 50_000_000..50_000_000 + rounds(), false);
}

#[test]
fn locks() {
    compare(Kind::Locks, 60_000_000..60_000_000 + rounds(), false);
}

#[test]
fn waits() {
    compare(Kind::Waits, 70_000_000..70_000_000 + rounds(), false);
}

#[test]
fn everything() {
    compare(Kind::All, 80_000_000..80_000_000 + rounds(), false);
}

#[test]
fn loops() {
    let kinds = [Kind::Memory, Kind::Locks, Kind::Waits, Kind::All];
    for (kind, first) in kinds.into_iter().zip([90_000_000, 91_000_000, 92_000_000, 93_000_000]) {
        compare(kind, first..first + rounds() / 4, true);
    }
}

#[test]
fn threads_that_do_not_meet_have_one_run() {
    // Ten threads with five steps each, one after the other: one run, and a look at each set of
    // threads that may be through by then.
    let programs = (0..10).map(|at| vec![Op::Add(at); 5]).collect();
    let report = explored(&mut Toy::new(programs), 0);
    assert_eq!(report.statistics.executions, 1);
    assert!(report.statistics.steps < 50 << 10, "{:?}", report.statistics);
}

#[test]
fn a_lost_update_takes_a_preemption() {
    let increment = || vec![Op::Load(0), Op::Increment, Op::StoreRegister(0)];
    let mut programs = vec![increment(), increment()];
    programs.push(vec![Op::Join(0), Op::Join(1), Op::Load(0), Op::FailIf(1)]);
    for (preemptions, expected) in [(0, 0), (1, 1)] {
        let report = explored(&mut Toy::new(programs.clone()), preemptions);
        assert_eq!(report.violations.len(), expected);
    }
}

//! Random programs: as many executions as traces, and the violations of a plain search.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use fastrand::Rng;
use heddle_dpor::{Options, explore};
use heddle_model::Supervisor;

use crate::reference::{count_traces, text, violations};
use crate::toy::{Op, Toy};

/// Numbers of workers; with many, there is nearly always one that waits for work.
const WORKERS: [usize; 3] = [1, 2, 5];

/// Someone who lets more or fewer workers work each time he is asked.
#[derive(Debug, Default)]
struct Fickle(AtomicUsize);

impl Supervisor for Fickle {
    fn is_cancelled(&self) -> bool {
        false
    }

    fn workers(&self) -> usize {
        self.0.fetch_add(1, Ordering::Relaxed) % 6
    }
}

/// The kinds of programs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// Accesses to memory.
    Memory,
    /// And locks.
    Locks,
    /// And other waits.
    Waits,
    /// And choices, sections, ends of runs, new threads.
    All,
}

fn op(rng: &mut Rng, kind: Kind, threads: u8) -> Op {
    let variable = rng.u8(0..3);
    let lock = rng.u8(0..2);
    let memory = |rng: &mut Rng| match rng.u8(0..6) {
        0 | 1 => Op::Load(variable),
        2 => Op::Store(variable, rng.u8(0..2)),
        3 => Op::Add(variable),
        4 => Op::Cas(variable, rng.u8(0..2), rng.u8(0..3)),
        _ => Op::StoreRegister(variable),
    };
    let limit = match kind {
        Kind::Memory => 4,
        Kind::Locks => 8,
        Kind::Waits => 11,
        Kind::All => 18,
    };
    match rng.u8(0..limit) {
        0..=3 => memory(rng),
        4 | 5 => Op::Lock(lock),
        6 => Op::Unlock(lock),
        7 => Op::TryLock(lock),
        8 => Op::Await(variable),
        9 => Op::AwaitBoth(variable, (variable + 1) % 3),
        10 => Op::Take(variable),
        11 => Op::Choose(2),
        12 => Op::FailIf(rng.u8(1..3)),
        13 => Op::AbandonIf(rng.u8(1..3)),
        14 => Op::Begin,
        15 => Op::End,
        16 => Op::Exit,
        _ => Op::Join(rng.u8(0..threads)),
    }
}

pub(crate) fn programs(rng: &mut Rng, kind: Kind) -> Vec<Vec<Op>> {
    let threads = rng.u8(2..5);
    let program = |rng: &mut Rng| {
        let length = rng.usize(1..=9 - 2 * usize::from(threads - 1).min(3));
        (0..length).map(|_| op(rng, kind, threads)).collect()
    };
    (0..threads).map(|_| program(rng)).collect()
}

fn compare(kind: Kind, seeds: std::ops::Range<u64>) {
    let mut compared = 0;
    for seed in seeds {
        let mut rng = Rng::with_seed(seed);
        let programs = programs(&mut rng, kind);
        let initial = match kind {
            Kind::All if rng.bool() => 1,
            _ => programs.len(),
        };
        let mut programs = programs;
        for next in initial..programs.len() {
            programs[next - 1].insert(0, Op::Spawn(next as u8));
        }
        let mut toy = Toy::spawning(programs.clone(), initial);
        let Some(traces) = count_traces(&mut toy, 20_000) else { continue };
        let wrong = violations(&mut toy, 100_000).expect("states should be fewer than traces");
        for workers in WORKERS {
            let supervisor: Arc<dyn Supervisor> = Arc::new(Fickle::default());
            let supervisor = Some(supervisor).filter(|_| workers != 1 && seed % 2 == 0);
            let options = Options { supervisor, ..Options::default() };
            let report = explore(&mut toy.siblings(workers), &options, &mut |_| {});
            let found: std::collections::BTreeSet<String> =
                report.violations.iter().map(|found| text(&found.violation)).collect();
            let about = format!("{seed} with {workers} workers: {programs:?}");
            assert_eq!(found, wrong, "violations of {about}");
            assert!(report.gaps.is_empty(), "gaps of {about} {report:?}");
            let figures = (report.statistics.executions, report.statistics.blocked);
            assert_eq!(figures, (traces as u64, 0), "executions of {about}");
        }
        compared += 1;
    }
    assert!(compared > 0);
}

/// The number of programs of each kind.
pub(crate) fn rounds() -> u64 {
    std::env::var("HEDDLE_TOYS").ok().and_then(|it| it.parse().ok()).unwrap_or(300)
}

#[test]
fn memory() {
    compare(Kind::Memory, 0..rounds());
}

#[test]
fn locks() {
    compare(Kind::Locks, 10_000_000..10_000_000 + rounds());
}

#[test]
fn waits() {
    compare(Kind::Waits, 20_000_000..20_000_000 + rounds());
}

#[test]
fn everything() {
    compare(Kind::All, 30_000_000..30_000_000 + rounds());
}

/// Programs with loops: no trace is counted, since there are infinitely many. What the search
/// calls a proof must be one, and what it finds must be there.
#[test]
fn loops() {
    let mut proofs = 0;
    for seed in 40_000_000..40_000_000 + 4 * rounds() {
        let mut rng = Rng::with_seed(seed);
        let kind = [Kind::Memory, Kind::Locks, Kind::Waits, Kind::All][rng.usize(0..4)];
        let mut programs = programs(&mut rng, kind);
        for program in &mut programs {
            for _ in 0..rng.u8(0..3) {
                let at = rng.usize(0..=program.len());
                program.insert(at, Op::JumpIf(rng.u8(0..2), rng.u8(0..=at as u8)));
            }
            program.push(Op::Load(rng.u8(0..3)));
            program.push(Op::FailIf(rng.u8(1..3)));
        }
        let mut toy = Toy::new(programs.clone());
        let Some(wrong) = violations(&mut toy, 20_000) else { continue };
        let options = Options { executions: Some(3000), depth: Some(200), ..Options::default() };
        let workers = WORKERS[seed as usize % WORKERS.len()];
        let report = explore(&mut toy.siblings(workers), &options, &mut |_| {});
        let found: std::collections::BTreeSet<String> =
            report.violations.iter().map(|found| text(&found.violation)).collect();
        assert!(found.is_subset(&wrong), "{seed}: {programs:?} {found:?} {wrong:?}");
        if report.gaps.is_empty() {
            proofs += 1;
            assert_eq!(found, wrong, "{seed}: {programs:?}");
        }
    }
    assert!(proofs > rounds() / 4, "most programs should be decided, not {proofs}");
}

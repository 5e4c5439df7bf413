//! Programs of the literature, with the number of their executions.

use heddle_dpor::{Gap, Options, Report, explore};

use crate::reference::{count_traces, violations};
use crate::toy::{Op, Toy};

/// Explores; no execution may be begun in vain.
fn explored(system: &mut Toy) -> Report {
    let [one, two] = [1, 2].map(|workers| {
        let report = explore(&mut system.siblings(workers), &Options::default(), &mut |_| {});
        assert_eq!(report.statistics.blocked, 0, "no execution should be begun in vain");
        assert!(report.gaps.is_empty() && report.limit.is_none());
        report
    });
    let figures = |report: &Report| (report.statistics.executions, report.violations.len());
    assert_eq!(figures(&one), figures(&two), "workers should not change what is explored");
    one
}

/// The number of executions of programs that are right.
fn executions(programs: Vec<Vec<Op>>) -> u64 {
    let report = explored(&mut Toy::new(programs));
    assert!(report.violations.is_empty(), "{:?}", report.violations);
    report.statistics.executions
}

/// Threads whose programs depend on their numbers.
fn threads(count: u8, program: impl Fn(u8) -> Vec<Op>) -> Vec<Vec<Op>> {
    (0..count).map(program).collect()
}

#[test]
fn readers() {
    // One writer, n readers of two variables: 2^n.
    for count in 1..=10 {
        let mut programs = threads(count, |at| vec![Op::Load(0), Op::Load(at + 1)]);
        programs.push(vec![Op::Store(0, 1)]);
        assert_eq!(executions(programs), 1 << count);
    }
}

#[test]
fn last_zero() {
    // Thread 0 looks for the last zero of an array; the others write what is before their places,
    // plus one.
    let programs = |count: u8| {
        let search = (0..count).rev().flat_map(|at| [Op::JumpIf(0, 1 + 2 * count), Op::Load(at)]);
        let mut programs = vec![[Op::Load(count)].into_iter().chain(search).collect::<Vec<Op>>()];
        programs.extend(threads(count, |at| {
            vec![Op::Load(at), Op::Increment, Op::StoreRegister(at + 1)]
        }));
        programs
    };
    for (count, expected) in [(3, 12), (5, 64), (8, 704), (10, 3328)] {
        assert_eq!(executions(programs(count)), expected);
    }
    assert_eq!(count_traces(&mut Toy::new(programs(5)), 200_000), Some(64));
}

#[test]
fn indexer() {
    // Threads that fill a table with compare-and-swap, four entries each, at mostly different
    // places.
    const SIZE: u8 = 128;
    let entry = |thread: u8, message: u8| {
        let word = u16::from(message + 1) * 11 + u16::from(thread);
        let at = (word * 7 % u16::from(SIZE)) as u8;
        let next = 5 * (message + 1);
        [
            Op::Cas(at, 0, 1),
            Op::JumpIf(1, next),
            Op::Cas((at + 1) % SIZE, 0, 1),
            Op::JumpIf(1, next),
            Op::Cas((at + 2) % SIZE, 0, 1),
        ]
    };
    for (count, expected) in [(2, 1), (11, 1), (12, 8), (13, 64), (14, 512)] {
        let programs =
            threads(count, |thread| (0..4).flat_map(|message| entry(thread, message)).collect());
        assert_eq!(executions(programs), expected);
    }
}

#[test]
fn actors_that_race_follow_each_other() {
    // Ten pairs of threads that add to the same variable, far from each other: 2^10. Of the last pair
    // to move, no more is made again than it takes.
    let mut system = Toy::new(threads(20, |at| vec![Op::Add(at % 10)]));
    let report = explored(&mut system);
    assert_eq!(report.statistics.executions, 1 << 10);
    assert!(report.statistics.steps < 5 << 10, "{:?}", report.statistics);
}

#[test]
fn file_system() {
    // Threads that take an inode, and a block if it has none, under locks of these.
    const INODES: u8 = 32;
    const BLOCKS: u8 = 26;
    let programs = |count: u8| {
        threads(count, |thread| {
            let inode = thread % INODES;
            let block = (inode * 2) % BLOCKS;
            vec![
                Op::Lock(inode),
                Op::Load(inode),
                Op::JumpIf(1, 8),
                Op::Lock(INODES + block),
                Op::Load(INODES + block),
                Op::Store(INODES + block, 1),
                Op::Store(inode, 1),
                Op::Unlock(INODES + block),
                Op::Unlock(inode),
            ]
        })
    };
    for (count, expected) in [(13, 1), (14, 2), (16, 8), (18, 32), (20, 128)] {
        assert_eq!(executions(programs(count)), expected);
    }
}

#[test]
fn locks() {
    // n threads with one section each: n!.
    for (count, expected) in [(2, 2), (3, 6), (4, 24), (5, 120)] {
        let programs = threads(count, |_| vec![Op::Lock(0), Op::Add(0), Op::Unlock(0)]);
        assert_eq!(executions(programs), expected);
    }
    // Two sections each: the interleavings of the sections.
    let programs = threads(2, |_| [Op::Lock(0), Op::Unlock(0)].repeat(2));
    assert_eq!(executions(programs), 6);
}

#[test]
fn philosophers() {
    let forks = |count: u8, at: u8| (at, (at + 1) % count);
    for count in 2..=5 {
        let mut ordered = Toy::new(threads(count, |at| {
            let (left, right) = forks(count, at);
            let (first, second) = (left.min(right), left.max(right));
            vec![Op::Lock(first), Op::Lock(second), Op::Unlock(second), Op::Unlock(first)]
        }));
        let report = explored(&mut ordered);
        assert!(report.violations.is_empty());
        if count < 5 {
            let number = count_traces(&mut ordered, 1_000_000).expect("few should be enough");
            assert_eq!(report.statistics.executions, number as u64);
        }
        let mut round = Toy::new(threads(count, |at| {
            let (left, right) = forks(count, at);
            vec![Op::Lock(left), Op::Lock(right), Op::Unlock(right), Op::Unlock(left)]
        }));
        let report = explored(&mut round);
        assert_eq!(report.violations.len(), 1, "there should be one deadlock of {count}");
        assert_eq!(violations(&mut round, 1_000_000).expect("few should be enough").len(), 1);
    }
}

#[test]
fn tried_locks() {
    // Whoever does not get the lock goes without.
    let programs =
        threads(3, |_| vec![Op::TryLock(0), Op::JumpIf(0, 4), Op::Add(1), Op::Unlock(0)]);
    let number = count_traces(&mut Toy::new(programs.clone()), 100_000);
    assert_eq!(executions(programs) as usize, number.expect("few should be enough"));
}

#[test]
fn loops_that_wait_end() {
    // One spins until another sets the flag.
    let spin = |at: u8| vec![Op::Load(at), Op::JumpIf(0, 0), Op::Load(at + 1), Op::FailIf(0)];
    let setter = vec![Op::Store(1, 1), Op::Store(0, 1)];
    let report = explored(&mut Toy::new(vec![spin(0), spin(0), setter]));
    assert!(report.is_verified());
    let setter = vec![Op::Store(0, 1), Op::Store(1, 1)];
    assert_eq!(explored(&mut Toy::new(vec![spin(0), setter])).violations.len(), 1);
    // Nobody sets it: no execution goes on, and none is a deadlock.
    assert!(explored(&mut Toy::new(vec![spin(0), vec![Op::Store(1, 1)]])).is_verified());
}

#[test]
fn spin_locks_of_exchanges_end() {
    let section = vec![
        Op::Cas(0, 0, 1),
        Op::JumpIf(0, 0),
        Op::Load(1),
        Op::Increment,
        Op::StoreRegister(1),
        Op::Store(0, 0),
    ];
    for count in 2..=3 {
        let sections = vec![section.clone(); count];
        let report = explore(&mut [Toy::new(sections)], &Options::default(), &mut |_| {});
        assert!(report.is_verified(), "{report:?}");
    }
}

#[test]
fn loops_of_several_threads_are_told() {
    let poll = vec![Op::Lock(0), Op::Load(0), Op::Unlock(0), Op::JumpIf(0, 0)];
    let programs = vec![poll.clone(), vec![Op::Lock(0), Op::Store(0, 1), Op::Unlock(0)]];
    assert!(explored(&mut Toy::new(programs)).is_verified());
    // Two that wake each other for ever.
    let report =
        explore(&mut [Toy::new(vec![poll.clone(), poll])], &Options::default(), &mut |_| {});
    assert!(!report.is_verified() && report.gaps.contains(&Gap::Cycle));
}

#[test]
fn data_races_are_found_wherever_threads_are() {
    let mut guarded = Toy::new(threads(3, |_| vec![Op::Lock(0), Op::Store(0, 1), Op::Unlock(0)]));
    guarded.looks_for_races = true;
    assert!(explored(&mut guarded).is_verified());
    let mut bare = Toy::new(vec![
        vec![Op::Lock(0), Op::Store(0, 1), Op::Unlock(0), Op::Load(1)],
        vec![Op::Load(2), Op::Store(1, 1), Op::Store(0, 1)],
    ]);
    bare.looks_for_races = true;
    let expected = violations(&mut bare, 10_000).expect("there should be few states");
    let found = explored(&mut bare).violations.len();
    assert_eq!((found, expected.len()), (2, 2));
}

#[test]
fn probes_find_what_takes_one_change_at_the_beginning() {
    // Two stages, each with a lock of its own. The last thread sees the first, and not the second,
    // only if it comes between those of the thread that is first.
    let mut programs = threads(6, |_| {
        let stage = |at| [Op::Lock(at), Op::Store(at, 1), Op::Unlock(at)];
        stage(0).into_iter().chain(stage(1)).collect()
    });
    programs.push(vec![
        Op::Lock(0),
        Op::Load(0),
        Op::Unlock(0),
        Op::JumpIf(0, 8),
        Op::Lock(1),
        Op::Load(1),
        Op::Unlock(1),
        Op::FailIf(0),
    ]);
    let options = Options { executions: Some(100), ..Options::default() };
    let report = explore(&mut [Toy::new(programs)], &options, &mut |_| {});
    assert_eq!(report.violations.len(), 1);
}

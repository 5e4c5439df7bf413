//! Random histories: what reads find by the encoding is what they find in some order of all
//! groups, tried one after the other.

use std::collections::BTreeSet;

use fastrand::Rng;
use heddle_bmc::blast::Blaster;
use heddle_bmc::history::{CellId, Event, GroupId, History, encode_order};
use heddle_bmc::sat::{Answer, Cadical};
use heddle_bmc::term::{Term, Terms};

/// Bits of a cell.
const WIDTH: u32 = 2;

/// What is written: a constant, added to what a read found if there is one.
#[derive(Clone, Copy, Debug)]
struct Written {
    read: Option<usize>,
    add: u8,
}

/// An event, without terms.
#[derive(Clone, Copy, Debug)]
struct Plain {
    group: usize,
    cell: usize,
    /// A read that must have found this.
    guard: Option<(usize, u8)>,
    /// What is written; a read, with this number, if nothing.
    access: Result<Written, usize>,
}

#[derive(Clone, Debug, Default)]
struct Threads {
    /// The thread of each group.
    groups: Vec<usize>,
    events: Vec<Plain>,
    before: Vec<(usize, usize)>,
    cells: usize,
    reads: usize,
}

/// What each read found, if it was made.
type Outcome = Vec<Option<u8>>;

impl Threads {
    fn random(rng: &mut Rng) -> Threads {
        let mut all = Threads { cells: rng.usize(1..3), ..Threads::default() };
        let threads = rng.usize(1..4);
        for thread in 0..threads {
            let mut reads: Vec<usize> = Vec::new();
            let first = all.groups.len();
            for _ in 0..rng.usize(1..if threads == 3 { 3 } else { 4 }) {
                let group = all.groups.len();
                all.groups.push(thread);
                for _ in 0..rng.usize(1..4) {
                    let earlier = |rng: &mut Rng| rng.choice(reads.iter().copied());
                    let guard = earlier(rng).filter(|_| rng.u8(..3) == 0);
                    let guard = guard.map(|read| (read, rng.u8(..3)));
                    let cell = rng.usize(..all.cells);
                    let access = match rng.bool() {
                        true => Ok(Written {
                            read: earlier(rng).filter(|_| rng.bool()),
                            add: rng.u8(..4),
                        }),
                        false => {
                            all.reads += 1;
                            reads.push(all.reads - 1);
                            Err(all.reads - 1)
                        }
                    };
                    all.events.push(Plain { group, cell, guard, access });
                }
            }
            if thread > 0 && rng.bool() {
                let creator = rng.usize(..first);
                all.before.push((creator, first));
            }
        }
        // Someone waits for the end of a thread.
        if threads > 1 && rng.u8(..3) == 0 {
            let last = all.groups.iter().rposition(|&thread| thread == 1).unwrap();
            all.groups.push(0);
            all.reads += 1;
            let access = Err(all.reads - 1);
            let group = all.groups.len() - 1;
            all.before.push((last, group));
            all.events.push(Plain { group, cell: 0, guard: None, access });
        }
        all
    }

    fn history(&self, terms: &mut Terms) -> (History, Vec<(Term, Term)>) {
        let mut history = History::default();
        for &thread in &self.groups {
            history.add_group(thread as u32);
        }
        for cell in 0..self.cells {
            history.initial.push(terms.constant(WIDTH, cell as u128));
        }
        let group = |number: usize| GroupId(number as u32);
        history.before = self.before.iter().map(|&(a, b)| (group(a), group(b))).collect();
        let mut reads: Vec<(Term, Term)> = Vec::new();
        for plain in &self.events {
            let guard = match plain.guard {
                None => Term::TRUE,
                Some((read, wanted)) => {
                    let (made, value) = reads[read];
                    let wanted = terms.constant(WIDTH, u128::from(wanted));
                    let is_found = terms.eq(value, wanted);
                    terms.and(made, is_found)
                }
            };
            let (writes, value) = match plain.access {
                Ok(Written { read, add }) => {
                    let add = terms.constant(WIDTH, u128::from(add));
                    (true, read.map_or(add, |read| terms.add(reads[read].1, add)))
                }
                Err(_) => {
                    let value = terms.variable(WIDTH);
                    reads.push((guard, value));
                    (false, value)
                }
            };
            let cell = CellId(plain.cell as u32);
            history.events.push(Event { group: group(plain.group), guard, cell, writes, value });
        }
        (history, reads)
    }

    /// What reads find if groups are made in some order.
    fn run(&self, order: &[usize]) -> Outcome {
        let mut cells: Vec<u8> = (0..self.cells as u8).collect();
        let mut found: Outcome = vec![None; self.reads];
        for &group in order {
            for event in self.events.iter().filter(|event| event.group == group) {
                if event.guard.is_some_and(|(read, wanted)| found[read] != Some(wanted)) {
                    continue;
                }
                match event.access {
                    // What was never read is any value: such a write is left out below.
                    Ok(Written { read, add }) => {
                        let base = read.map_or(0, |read| found[read].unwrap_or(0));
                        cells[event.cell] = (base + add) % 4;
                    }
                    Err(read) => found[read] = Some(cells[event.cell]),
                }
            }
        }
        found
    }

    /// Whether a write takes from a read that may not have been made.
    fn is_open(&self) -> bool {
        let made: Vec<bool> = self
            .events
            .iter()
            .filter(|event| event.access.is_err())
            .map(|event| event.guard.is_none())
            .collect();
        let takes = |event: &Plain| event.access.ok().and_then(|written| written.read);
        self.events.iter().filter_map(takes).any(|read| !made[read])
    }

    fn all_outcomes(&self) -> BTreeSet<Outcome> {
        let mut all = BTreeSet::new();
        let mut orders = vec![Vec::new()];
        while let Some(order) = orders.pop() {
            if order.len() == self.groups.len() {
                all.insert(self.run(&order));
            }
            for group in (0..self.groups.len()).filter(|group| !order.contains(group)) {
                let of_thread = |other: usize| self.groups[other] == self.groups[group];
                let is_next = (0..group).filter(|&other| of_thread(other));
                let waits_for = self.before.iter().filter(|(_, second)| *second == group);
                let mut needed = is_next.chain(waits_for.map(|(first, _)| *first));
                if needed.all(|other| order.contains(&other)) {
                    orders.push(order.iter().copied().chain([group]).collect());
                }
            }
        }
        all
    }
}

fn solved_outcomes(threads: &Threads) -> BTreeSet<Outcome> {
    let mut terms = Terms::new();
    let (history, reads) = threads.history(&mut terms);
    let encoding = encode_order(&mut terms, &history).unwrap();
    let mut blaster = Blaster::new(Cadical::new());
    for &constraint in &encoding.constraints {
        blaster.assert(&terms, constraint);
    }
    for &(made, value) in &reads {
        blaster.literal(&terms, made);
        blaster.word(&terms, value);
    }
    let mut all = BTreeSet::new();
    while blaster.solve(&terms, &[]).unwrap() == Answer::Satisfiable {
        let value = |term: Term| blaster.value(&terms, term).unwrap();
        let found: Outcome = reads
            .iter()
            .map(|&(made, read)| (value(made) == 1).then(|| value(read) as u8))
            .collect();
        let mut same = Vec::new();
        for (&(made, read), found) in reads.iter().zip(&found) {
            match found {
                None => same.push(terms.not(made)),
                Some(found) => {
                    let found = terms.constant(WIDTH, u128::from(*found));
                    same.extend([made, terms.eq(read, found)]);
                }
            }
        }
        let same = terms.all(&same);
        let other = terms.not(same);
        assert!(all.insert(found), "an outcome should not be found again");
        blaster.assert(&terms, other);
    }
    all
}

#[test]
fn reads_find_what_some_order_lets_them() {
    let mut rng = Rng::with_seed(17);
    let (mut total, mut outcomes) = (0, 0);
    while total < 2_000 {
        let threads = Threads::random(&mut rng);
        if threads.is_open() {
            continue;
        }
        total += 1;
        let expected = threads.all_outcomes();
        outcomes += expected.len();
        assert_eq!(solved_outcomes(&threads), expected, "{threads:?}");
    }
    assert!(outcomes > 2 * total, "{outcomes} outcomes of {total} histories");
}

#[test]
fn a_cycle_in_what_is_known_is_an_error() {
    let mut terms = Terms::new();
    let mut history = History::default();
    let (a, b) = (history.add_group(0), history.add_group(1));
    history.before = vec![(a, b), (b, a)];
    assert!(encode_order(&mut terms, &history).is_err());
}

//! Random histories: what reads find by the encoding is what they find in some order of all
//! blocks, tried one after the other.

use std::collections::{BTreeSet, HashMap};

use fastrand::Rng;
use heddle_bmc::blast::Blaster;
use heddle_bmc::history::{
    AtomicBlockId, CellId, DeterminedRead, Encoding, Event, History, OrderEdge, Turns,
    determined_reads, encode_order, encode_switches,
};
use heddle_bmc::sat::{Answer, Cadical};
use heddle_bmc::term::{Evaluator, Term, Terms};

/// Bits of a cell.
const WIDTH: u32 = 2;

/// A written value: a constant, added to the result of a read if there is one.
#[derive(Clone, Copy, Debug)]
struct Written {
    read: Option<usize>,
    add: u8,
}

/// Reads that must have found this.
type Guard = Option<(usize, u8)>;

/// An event, without terms.
#[derive(Clone, Copy, Debug)]
struct Plain {
    block: usize,
    cell: usize,
    guard: Guard,
    /// The value that is written, or the number of a read.
    access: Result<Written, usize>,
}

/// An edge, without terms.
#[derive(Clone, Copy, Debug)]
struct PlainEdge {
    first: usize,
    second: usize,
    condition: Guard,
    is_creation: bool,
}

#[derive(Clone, Debug, Default)]
struct Threads {
    /// The thread of each block.
    blocks: Vec<usize>,
    events: Vec<Plain>,
    edges: Vec<PlainEdge>,
    /// For each thread, the condition of its creation, if there is one.
    created: Vec<Guard>,
    cells: usize,
    reads: usize,
}

/// The value that each read found, if it was made.
type Outcome = Vec<Option<u8>>;

impl Threads {
    fn random(rng: &mut Rng) -> Threads {
        let mut all = Threads { cells: rng.usize(1..3), ..Threads::default() };
        let threads = rng.usize(1..4);
        for thread in 0..threads {
            let mut reads: Vec<usize> = Vec::new();
            let first = all.blocks.len();
            for _ in 0..rng.usize(1..if threads == 3 { 3 } else { 4 }) {
                let block = all.blocks.len();
                all.blocks.push(thread);
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
                    all.events.push(Plain { block, cell, guard, access });
                }
            }
            all.created.push(None);
            if thread > 0 && rng.bool() {
                let first_thread = |block: &usize| all.blocks[*block] == 0;
                let creator = (0..first).rfind(first_thread).unwrap();
                let known = all.events.iter().filter(|event| all.blocks[event.block] == 0);
                let known = known.filter(|event| event.block < creator);
                let known: Vec<usize> = known.filter_map(|event| event.access.err()).collect();
                let condition = rng.choice(known).filter(|_| rng.bool());
                let condition = condition.map(|read| (read, rng.u8(..3)));
                all.created[thread] = condition;
                let edge =
                    PlainEdge { first: creator, second: first, condition, is_creation: true };
                all.edges.push(edge);
            }
        }
        // Someone waits for the end of a thread.
        if threads > 1 && rng.u8(..3) == 0 {
            let last = all.blocks.iter().rposition(|&thread| thread == 1).unwrap();
            all.blocks.push(0);
            all.reads += 1;
            let access = Err(all.reads - 1);
            let block = all.blocks.len() - 1;
            let known = all.events.iter().filter(|event| all.blocks[event.block] == 0);
            let known: Vec<usize> = known.filter_map(|event| event.access.err()).collect();
            let condition = rng.choice(known).filter(|_| rng.bool());
            let condition = condition.map(|read| (read, rng.u8(..3)));
            let edge = PlainEdge { first: last, second: block, condition, is_creation: false };
            all.edges.push(edge);
            all.events.push(Plain { block, cell: 0, guard: condition, access });
            // What comes after it is not after the end, if nobody has waited.
            all.blocks.push(0);
            all.reads += 1;
            let access = Err(all.reads - 1);
            all.events.push(Plain { block: block + 1, cell: 0, guard: None, access });
        }
        all
    }

    fn history(&self, terms: &mut Terms) -> (History, Vec<(Term, Term)>) {
        let mut history = History::default();
        for &thread in &self.blocks {
            history.add_block(thread as u32);
        }
        for cell in 0..self.cells {
            history.initial.push(terms.constant(WIDTH, cell as u128));
        }
        let block = |number: usize| AtomicBlockId(number as u32);
        let mut reads: Vec<(Term, Term)> = Vec::new();
        let met = |terms: &mut Terms, reads: &[(Term, Term)], guard: Guard| match guard {
            None => Term::TRUE,
            Some((read, wanted)) => {
                let (made, value) = reads[read];
                let wanted = terms.constant(WIDTH, u128::from(wanted));
                let is_found = terms.eq(value, wanted);
                terms.and(made, is_found)
            }
        };
        for plain in &self.events {
            let is_created = met(terms, &reads, self.created[self.blocks[plain.block]]);
            let guard = met(terms, &reads, plain.guard);
            let guard = terms.and(is_created, guard);
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
            history.events.push(Event { block: block(plain.block), guard, cell, writes, value });
        }
        for &PlainEdge { first, second, condition, is_creation } in &self.edges {
            let condition = met(terms, &reads, condition);
            let (first, second) = (block(first), block(second));
            history.edges.push(OrderEdge { first, second, condition, is_creation });
        }
        mingle(&mut history.events);
        (history, reads)
    }

    /// The results of reads if blocks are made in this order, which may lack the last blocks of
    /// threads, and the blocks that make an event; none if edges forbid the order.
    fn run(&self, order: &[usize]) -> Option<(Outcome, Vec<usize>)> {
        let mut cells: Vec<u8> = (0..self.cells as u8).collect();
        let mut found: Outcome = vec![None; self.reads];
        let mut made = Vec::new();
        let is_met = |found: &Outcome, guard: Guard| {
            guard.is_none_or(|(read, wanted)| found[read] == Some(wanted))
        };
        for &block in order {
            let is_created = is_met(&found, self.created[self.blocks[block]]);
            for event in self.events.iter().filter(|event| event.block == block) {
                if !is_created || !is_met(&found, event.guard) {
                    continue;
                }
                made.push(block);
                match event.access {
                    Ok(Written { read, add }) => {
                        let base = read.map_or(0, |read| found[read].unwrap_or(0));
                        cells[event.cell] = (base + add) % 4;
                    }
                    Err(read) => found[read] = Some(cells[event.cell]),
                }
            }
        }
        let when = |block: usize| order.iter().position(|&other| other == block);
        let is_kept = |edge: &PlainEdge| {
            let is_before = |second| when(edge.first).is_some_and(|first| first < second);
            !is_met(&found, edge.condition) || when(edge.second).is_none_or(is_before)
        };
        made.dedup();
        self.edges.iter().all(is_kept).then_some((found, made))
    }

    /// The least number of switches between blocks that are made in this order. Where one block is
    /// linked to another, both are made.
    fn switches(&self, made: &[usize], turns: Turns) -> usize {
        let threads = self.blocks.iter().max().map_or(0, |last| last + 1);
        let mut slice = 0;
        let mut last = None;
        for thread in made.iter().map(|&block| self.blocks[block]) {
            if turns == Turns::Free {
                slice += usize::from(last.is_some_and(|last| last != thread));
            }
            while turns == Turns::Robin && slice % threads != thread {
                slice += 1;
            }
            last = Some(thread);
        }
        slice
    }

    /// True if a write depends on a read that may not have been made.
    fn is_open(&self) -> bool {
        let made: Vec<bool> = self
            .events
            .iter()
            .filter(|event| event.access.is_err())
            .map(|event| event.guard.is_none() && self.created[self.blocks[event.block]].is_none())
            .collect();
        let takes = |event: &Plain| event.access.ok().and_then(|written| written.read);
        self.events.iter().filter_map(takes).any(|read| !made[read])
    }

    /// The results of reads in all orders that are allowed; with at most so many switches, also of
    /// runs that are cut short there.
    fn all_outcomes(&self, most: Option<(usize, Turns)>) -> BTreeSet<Outcome> {
        let mut all = BTreeSet::new();
        let mut orders = vec![Vec::new()];
        while let Some(order) = orders.pop() {
            if (order.len() == self.blocks.len() || most.is_some())
                && let Some((found, made)) = self.run(&order)
                && most.is_none_or(|(most, turns)| self.switches(&made, turns) <= most)
            {
                all.insert(found);
            }
            for block in (0..self.blocks.len()).filter(|block| !order.contains(block)) {
                let of_thread = |other: usize| self.blocks[other] == self.blocks[block];
                let mut needed = (0..block).filter(|&other| of_thread(other));
                if needed.all(|other| order.contains(&other)) {
                    orders.push(order.iter().copied().chain([block]).collect());
                }
            }
        }
        all
    }
}

/// Events of different blocks may come in any order, those of one block stay in theirs.
fn mingle(events: &mut [Event]) {
    if events.len() < 2 {
        return;
    }
    let mut rng = Rng::with_seed(events.len() as u64);
    for _ in 0..4 * events.len() {
        let place = rng.usize(1..events.len());
        if events[place - 1].block != events[place].block {
            events.swap(place - 1, place);
        }
    }
}

fn solved_outcomes(
    threads: &Threads,
    encode: impl Fn(&mut Terms, &History) -> Encoding,
) -> BTreeSet<Outcome> {
    let mut terms = Terms::new();
    let (history, reads) = threads.history(&mut terms);
    let encoding = encode(&mut terms, &history);
    let mut blaster = Blaster::new(Cadical::new());
    for &constraint in &encoding.constraints {
        blaster.assert(&terms, constraint);
    }
    // What comes too late is not made.
    let within = |event: &Event| (event.value, encoding.within[event.block.index()]);
    let found = history.events.iter().filter(|event| !event.writes);
    let within: HashMap<Term, Term> = found.map(within).collect();
    let reads = reads.iter().map(|&(made, value)| (terms.and(made, within[&value]), value));
    let reads: Vec<(Term, Term)> = reads.collect();
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
        let expected = threads.all_outcomes(None);
        outcomes += expected.len();
        let order = |terms: &mut Terms, history: &History| {
            encode_order(terms, history, &mut |_| true).unwrap()
        };
        assert_eq!(solved_outcomes(&threads, order), expected, "{threads:?}");
    }
    assert!(outcomes > 2 * total, "{outcomes} outcomes of {total} histories");
}

#[test]
fn reads_find_what_some_order_with_few_switches_lets_them() {
    let mut rng = Rng::with_seed(23);
    let (mut total, mut fewer) = (0, 0);
    while total < 150 {
        let threads = Threads::random(&mut rng);
        // What has to be created or waited for may be nothing, and still needs its slice.
        if threads.is_open() || !threads.edges.is_empty() {
            continue;
        }
        total += 1;
        let all = threads.all_outcomes(Some((usize::MAX, Turns::Free)));
        for turns in [Turns::Free, Turns::Robin] {
            for switches in [0, 1, 2, 3, 5] {
                let expected = threads.all_outcomes(Some((switches, turns)));
                fewer += usize::from(expected.len() < all.len());
                let encode = |terms: &mut Terms, history: &History| {
                    encode_switches(terms, history, switches as u32, turns, &mut |_| true).unwrap()
                };
                let found = solved_outcomes(&threads, encode);
                assert_eq!(found, expected, "{switches} switches, {turns:?}: {threads:?}");
            }
        }
    }
    assert!(fewer > total, "{fewer} of {total} are cut");
}

#[test]
fn links_hold_between_blocks() {
    let mut rng = Rng::with_seed(29);
    let mut total = 0;
    while total < 40 {
        let threads = Threads::random(&mut rng);
        if threads.is_open() || threads.edges.is_empty() {
            continue;
        }
        total += 1;
        // Enough for every order.
        let most = 2 * threads.blocks.len() as u32 + 2;
        for turns in [Turns::Free, Turns::Robin] {
            let encode = |terms: &mut Terms, history: &History| {
                encode_switches(terms, history, most, turns, &mut |_| true).unwrap()
            };
            let found = solved_outcomes(&threads, encode);
            let expected = threads.all_outcomes(Some((most as usize, turns)));
            assert_eq!(found, expected, "{turns:?}: {threads:?}");
        }
    }
}

#[test]
fn a_cycle_in_what_is_known_is_an_error() {
    let mut terms = Terms::new();
    let mut history = History::default();
    let (a, b) = (history.add_block(0), history.add_block(1));
    let edge =
        |first, second| OrderEdge { first, second, condition: Term::TRUE, is_creation: false };
    history.edges = vec![edge(a, b), edge(b, a)];
    assert!(encode_order(&mut terms, &history, &mut |_| true).is_err());
}

#[test]
fn reads_that_are_known_find_that_in_all_orders() {
    let mut rng = Rng::with_seed(31);
    let (mut total, mut known) = (0, 0);
    while total < 2_000 {
        let threads = Threads::random(&mut rng);
        if threads.is_open() {
            continue;
        }
        total += 1;
        let mut terms = Terms::new();
        let (history, reads) = threads.history(&mut terms);
        for DeterminedRead { event, found } in
            determined_reads(&terms, &history, &mut |_| true).unwrap()
        {
            let value = history.events[event].value;
            let number = reads.iter().position(|(_, read)| *read == value).unwrap();
            known += 1;
            for outcome in threads.all_outcomes(None) {
                let Some(seen) = outcome[number] else { continue };
                let assign = |variable| {
                    let variable = terms.term_of(variable);
                    let read = reads.iter().position(|(_, read)| *read == variable);
                    read.and_then(|read| outcome[read]).map_or(0, u128::from)
                };
                let told = Evaluator::new().evaluate(&terms, &[found], assign);
                assert_eq!(told, [u128::from(seen)], "read {number} of {threads:?}");
            }
        }
    }
    assert!(known > total / 2, "{known} known reads in {total} histories");
}

//! Solvers: incremental use, assumptions, interruption, and formulas as files.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use heddle_bmc::blast::Blaster;
use heddle_bmc::sat::{Answer, Cadical, Lit, Solver};
use heddle_bmc::term::{Term, Terms};

use crate::brute::Brute;

/// So many pigeons in one hole less, which is hard to see.
fn pigeons(solver: &mut impl Solver, pigeons: usize) {
    let holes = pigeons - 1;
    let sits: Vec<Vec<_>> =
        (0..pigeons).map(|_| (0..holes).map(|_| solver.new_variable()).collect()).collect();
    for pigeon in &sits {
        solver.add_clause(pigeon);
    }
    for hole in 0..holes {
        for (index, first) in sits.iter().enumerate() {
            for second in &sits[..index] {
                solver.add_clause(&[!first[hole], !second[hole]]);
            }
        }
    }
}

#[test]
fn a_search_ends_when_told_to() {
    let mut solver = Cadical::new();
    pigeons(&mut solver, 14);
    let polls = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&polls);
    solver.interrupt_when(Box::new(move || counted.fetch_add(1, Ordering::Relaxed) >= 100));
    assert_eq!(solver.solve(&[]), Ok(Answer::Interrupted));
    assert!(polls.load(Ordering::Relaxed) >= 100);
    assert!(solver.failed_assumptions().is_empty());
    // What is asked to stop at once stops at once, again and again.
    assert_eq!(solver.solve(&[]), Ok(Answer::Interrupted));
    // And goes on when nobody stops it any more.
    let mut solver = Cadical::new();
    pigeons(&mut solver, 7);
    let stop = Arc::new(AtomicBool::new(true));
    let flag = Arc::clone(&stop);
    solver.interrupt_when(Box::new(move || flag.load(Ordering::Relaxed)));
    assert_eq!(solver.solve(&[]), Ok(Answer::Interrupted));
    stop.store(false, Ordering::Relaxed);
    assert_eq!(solver.solve(&[]), Ok(Answer::Unsatisfiable));
}

#[test]
fn progress_is_told_and_changes_no_answer() {
    let mut solver = Cadical::new();
    pigeons(&mut solver, 8);
    let last = Arc::new(AtomicU32::new(0));
    let told = Arc::clone(&last);
    solver.report_progress(50, move |statistics| {
        let conflicts = u32::try_from(statistics.conflicts).unwrap();
        assert!(told.swap(conflicts, Ordering::Relaxed) < conflicts);
    });
    assert_eq!(solver.solve(&[]), Ok(Answer::Unsatisfiable));
    let statistics = solver.statistics();
    assert!(last.load(Ordering::Relaxed) >= 50);
    assert!(statistics.conflicts >= 50 && statistics.propagations >= statistics.conflicts);
    assert_eq!(statistics.variables, 56);
    // Who wants both, gets both.
    let mut solver = Cadical::new();
    pigeons(&mut solver, 14);
    let reports = Arc::new(AtomicU32::new(0));
    let (told, seen) = (Arc::clone(&reports), Arc::clone(&reports));
    solver.report_progress(50, move |_| {
        told.fetch_add(1, Ordering::Relaxed);
    });
    solver.interrupt_when(Box::new(move || seen.load(Ordering::Relaxed) >= 3));
    assert_eq!(solver.solve(&[]), Ok(Answer::Interrupted));
    assert_eq!(reports.load(Ordering::Relaxed), 3);
}

/// A check may search in a thread of its own.
#[test]
fn solvers_and_blasters_may_change_threads() {
    fn can_be_sent(_: &impl Send) {}
    can_be_sent(&Blaster::new(Cadical::new()));
    can_be_sent(&Terms::new());
}

#[test]
fn clauses_come_between_searches() {
    let mut solver = Cadical::new();
    let [a, b, c] = [(); 3].map(|()| solver.new_variable());
    solver.add_clause(&[a, b]);
    assert_eq!(solver.solve(&[]), Ok(Answer::Satisfiable));
    assert!(solver.value(a) || solver.value(b));
    assert_ne!(solver.value(a), solver.value(!a));
    assert_ne!(solver.value(c), solver.value(!c));
    solver.add_clause(&[!a]);
    assert_eq!(solver.solve(&[]), Ok(Answer::Satisfiable));
    assert!(solver.value(b));
    assert_eq!(solver.solve(&[c, !b]), Ok(Answer::Unsatisfiable));
    assert_eq!(solver.failed_assumptions(), [!b]);
    assert_eq!(solver.solve(&[c]), Ok(Answer::Satisfiable));
    assert!(solver.failed_assumptions().is_empty());
    let d = solver.new_variable();
    solver.add_clause(&[d]);
    solver.add_clause(&[!d, !b]);
    assert_eq!(solver.solve(&[c]), Ok(Answer::Unsatisfiable));
    assert!(solver.failed_assumptions().is_empty(), "it is so without assumptions");
    assert_eq!(solver.statistics().clauses, 4);
}

#[test]
fn assumptions_that_fail_are_told_as_terms() {
    let mut terms = Terms::new();
    let (x, y, z) = (terms.variable(8), terms.variable(8), terms.variable(8));
    let less = [terms.ult(x, y), terms.ult(y, z), terms.ult(z, x)];
    let seven = terms.constant(8, 7);
    let is_seven = terms.eq(x, seven);
    let unrelated = terms.variable(8);
    let unrelated = terms.eq(unrelated, seven);
    let mut blaster = Blaster::new(Cadical::new());
    let answer = blaster.solve(&terms, &[less[0], unrelated, less[1], less[2], less[0]]);
    assert_eq!(answer, Ok(Answer::Unsatisfiable));
    let failed = blaster.failed_assumptions();
    assert!(failed.iter().all(|term| less.contains(term)), "{failed:?}");
    assert_eq!(failed.len(), 3);
    // Two of them can hold, and new terms may come between.
    assert_eq!(blaster.solve(&terms, &[is_seven, less[0], less[1]]), Ok(Answer::Satisfiable));
    let (y, z) = (blaster.value(&terms, y).unwrap(), blaster.value(&terms, z).unwrap());
    assert!(7 < y && y < z);
    let least = terms.constant(8, 254);
    let high = terms.uge(x, least);
    blaster.assert(&terms, high);
    assert_eq!(blaster.solve(&terms, &[less[0]]), Ok(Answer::Satisfiable));
    assert_eq!(blaster.solve(&terms, &[less[0], less[1]]), Ok(Answer::Unsatisfiable));
    assert_eq!(blaster.solve(&terms, &[Term::FALSE]), Ok(Answer::Unsatisfiable));
    assert_eq!(blaster.failed_assumptions(), [Term::FALSE]);
}

#[test]
fn a_formula_without_models_stays_so() {
    let mut terms = Terms::new();
    let x = terms.variable(4);
    let mut blaster = Blaster::new(Cadical::new());
    blaster.assert(&terms, Term::TRUE);
    assert_eq!(blaster.solve(&terms, &[]), Ok(Answer::Satisfiable));
    assert_eq!(blaster.value(&terms, x), None, "it has not been part of the formula");
    assert_eq!(blaster.model(&terms), [0]);
    blaster.assert(&terms, Term::FALSE);
    assert_eq!(blaster.solve(&terms, &[]), Ok(Answer::Unsatisfiable));
    assert_eq!(blaster.solve(&terms, &[]), Ok(Answer::Unsatisfiable));
}

/// Reads what [`Blaster::write_dimacs`] writes.
fn read(text: &str) -> (u32, Vec<Vec<Lit>>) {
    let mut lines = text.lines();
    let head: Vec<_> = lines.next().unwrap().split_whitespace().collect();
    let &["p", "cnf", variables, count] = &head[..] else { panic!("{head:?} is no head") };
    let clauses: Vec<Vec<_>> = lines
        .map(|line| {
            let numbers: Vec<i32> = line.split(' ').map(|word| word.parse().unwrap()).collect();
            let (&end, literals) = numbers.split_last().unwrap();
            assert_eq!(end, 0);
            literals.iter().map(|&number| Lit::from_dimacs(number).unwrap()).collect()
        })
        .collect();
    assert_eq!(clauses.len().to_string(), count);
    (variables.parse().unwrap(), clauses)
}

#[test]
fn a_formula_that_was_written_has_the_same_models() {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable(6), terms.variable(6));
    let product = terms.mul(x, y);
    let wanted = terms.constant(6, 35);
    let found = terms.eq(product, wanted);
    let bound = terms.constant(6, 8);
    let small = [terms.ult(x, bound), terms.ult(y, bound)];
    let one = terms.constant(6, 1);
    let not_one = terms.ne(x, one);
    for (assumptions, expected) in [
        (vec![small[0], small[1]], Answer::Satisfiable),
        (vec![small[0], small[1], found], Answer::Satisfiable),
        (vec![small[0], small[1], found, terms.ult(x, y), terms.ugt(x, y)], Answer::Unsatisfiable),
    ] {
        let mut blaster = Blaster::keeping_clauses(Cadical::new());
        blaster.assert(&terms, not_one);
        assert_eq!(blaster.solve(&terms, &assumptions), Ok(expected));
        let mut text = Vec::new();
        blaster.write_dimacs(&terms, &assumptions, &mut text).unwrap();
        let (variables, clauses) = read(&String::from_utf8(text).unwrap());
        assert_eq!(u64::from(variables), blaster.size().variables);
        assert_eq!(clauses.len() as u64, blaster.size().clauses + assumptions.len() as u64);
        let solvers: [Box<dyn Solver>; 2] = [Box::new(Brute::default()), Box::new(Cadical::new())];
        for mut solver in solvers {
            for _ in 0..variables {
                solver.new_variable();
            }
            clauses.iter().for_each(|clause| solver.add_clause(clause));
            assert_eq!(solver.solve(&[]), Ok(expected));
        }
    }
}

#[test]
fn gates_that_are_there_are_not_made_again() {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable(16), terms.variable(16));
    let sum = terms.add(x, y);
    let mut blaster = Blaster::new(Cadical::new());
    blaster.word(&terms, sum);
    let size = blaster.size();
    assert_eq!(size.variables, 1 + 2 * 16 + 16 + 15, "a sum has a gate for sum and carry");
    assert!(blaster.bytes() >= 31 * 16, "each of the gates is remembered");
    // The low half of a wider sum is the same sum, and y > ~x is its carry.
    let (wide_x, wide_y) = (terms.zext(x, 32), terms.zext(y, 32));
    let wide = terms.add(wide_x, wide_y);
    blaster.word(&terms, wide);
    assert_eq!(blaster.size().variables, size.variables + 1, "the carry into bit 16 is new");
    let not_x = terms.not(x);
    let carry = terms.ult(not_x, y);
    blaster.literal(&terms, carry);
    assert_eq!(blaster.size().variables, size.variables + 1);
}

#[test]
fn many_booleans_are_one_gate() {
    let mut terms = Terms::new();
    let booleans: Vec<_> = (0..64).map(|_| terms.variable(1)).collect();
    let all = terms.all(&booleans);
    let mut blaster = Blaster::new(Cadical::new());
    blaster.literal(&terms, all);
    assert_eq!(blaster.size().variables, 1 + 64 + 1);
    assert_eq!(blaster.size().clauses, 1 + 64 + 1);
    // To assert it or a disjunction takes clauses only.
    let any = terms.any(&booleans);
    let mut blaster = Blaster::new(Cadical::new());
    blaster.assert(&terms, all);
    blaster.assert(&terms, any);
    assert_eq!(blaster.size().variables, 1 + 64);
    assert_eq!(blaster.size().clauses, 1 + 64 + 1);
}

/// A diamond on a diamond and so on has as many ways from top to bottom as there are subsets.
#[test]
fn shared_conjunctions_are_asserted_once() {
    let mut terms = Terms::new();
    let mut top = terms.variable(1);
    for _ in 0..200 {
        let (a, b) = (terms.variable(1), terms.variable(1));
        let (left, right) = (terms.and(top, a), terms.and(top, b));
        let c = terms.variable(1);
        let left = terms.or(left, c);
        top = terms.and(left, right);
    }
    let mut blaster = Blaster::new(Cadical::new());
    blaster.assert(&terms, top);
    assert_eq!(blaster.solve(&terms, &[]), Ok(Answer::Satisfiable));
    let mut blaster = Blaster::new(Cadical::new());
    let bottom = terms.not(top);
    blaster.assert(&terms, bottom);
    assert_eq!(blaster.solve(&terms, &[]), Ok(Answer::Satisfiable));
}

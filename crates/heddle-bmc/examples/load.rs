//! Measures the time to build, blast and evaluate terms, with a formula like that of a program
//! whose threads write a small memory: `cargo run --release -p heddle-bmc --example load [STEPS]`

#![expect(clippy::print_stdout, reason = "it is there to print")]

use std::time::Instant;

use heddle_bmc::blast::Blaster;
use heddle_bmc::sat::{Cadical, Solver, SolverError};
use heddle_bmc::term::{Evaluator, Term, Terms};

const CELLS: usize = 64;

fn main() -> Result<(), SolverError> {
    let steps = std::env::args().nth(1).and_then(|steps| steps.parse().ok()).unwrap_or(20_000);
    let start = Instant::now();
    let mut terms = Terms::new();
    let (memory, guards) = run(&mut terms, steps);
    println!("{} terms in {:.2?}, {} MB", terms.count(), start.elapsed(), terms.bytes() >> 20);

    let start = Instant::now();
    let mut evaluator = Evaluator::new();
    let values = evaluator.evaluate(&terms, &memory, |variable| variable.index() as u128 * 77);
    println!("evaluated in {:.2?}, {} in the first cell", start.elapsed(), values[0]);

    let start = Instant::now();
    let mut blaster = Blaster::new(Cadical::new());
    for &cell in &memory {
        blaster.word(&terms, cell);
    }
    let any = terms.any(&guards);
    blaster.assert(&terms, any);
    println!("{:?} in {:.2?}", blaster.size(), start.elapsed());

    let start = Instant::now();
    let answer = blaster.solve(&terms, &[])?;
    let conflicts = blaster.solver().statistics().conflicts;
    println!("{answer:?} after {conflicts} conflicts in {:.2?}", start.elapsed());
    Ok(())
}

/// Steps of a program: under a guard that depends on what is in memory, a cell gets a value
/// that depends on another, at a place that is known or not.
fn run(terms: &mut Terms, steps: usize) -> (Vec<Term>, Vec<Term>) {
    let mut random = fastrand::Rng::with_seed(1);
    let zero = terms.constant(32, 0);
    let mut memory = vec![zero; CELLS];
    let mut guards = vec![];
    let mut guard = Term::TRUE;
    for step in 0..steps {
        let input = terms.variable(8);
        let input = terms.zext(input, 32);
        let (from, to) = (random.usize(..CELLS), random.usize(..CELLS));
        let offset = terms.constant(32, random.u128(..100));
        let value = terms.add(memory[from], offset);
        let value = if random.u8(..4) == 0 { terms.xor(value, input) } else { value };
        let bound = terms.constant(32, random.u128(..10_000));
        let condition = if random.bool() {
            terms.slt(memory[to], bound)
        } else {
            terms.eq(memory[from], bound)
        };
        let path = terms.and(guard, condition);
        if random.u8(..16) == 0 {
            // The place is not known: it may be any of eight.
            let index = terms.extract(memory[from], 0, 3);
            for place in 0..8 {
                let number = terms.constant(3, place as u128);
                let is_here = terms.eq(index, number);
                let writes = terms.and(path, is_here);
                let cell = &mut memory[(to + place) % CELLS];
                *cell = terms.ite(writes, value, *cell);
            }
        } else {
            memory[to] = terms.ite(path, value, memory[to]);
        }
        if step % 32 == 0 {
            guard = terms.variable(1);
            guards.push(path);
        }
    }
    (memory, guards)
}

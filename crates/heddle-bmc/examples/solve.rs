//! Formulas of which it is known how hard they are, to see what a change in the blaster or in a
//! solver's options does: `cargo run --release -p heddle-bmc --example solve [NAME]...`

#![expect(clippy::print_stdout, reason = "it is there to print")]

use std::time::Instant;

use heddle_bmc::blast::Blaster;
use heddle_bmc::sat::{Cadical, Solver, SolverError};
use heddle_bmc::term::{Term, Terms};

/// A formula: it is built, and the boolean to be asserted returned.
type Formula = fn(&mut Terms) -> Term;

const FORMULAS: [(&str, Formula); 9] = [
    ("sort5x32", sorting_network),
    ("chain64", adder_chain),
    ("factor40", factors_of_40_bits),
    ("prime34", prime_of_34_bits),
    ("distribute6", distributive),
    ("square24", square_root),
    ("divide16", division),
    ("divide32", division_by_search),
    ("modulus32", division_by_constant),
];

fn main() -> Result<(), SolverError> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "formula      answer           terms  variables   clauses  conflicts  build s  solve s"
    );
    for (name, formula) in FORMULAS {
        if !names.is_empty() && !names.iter().any(|wanted| wanted == name) {
            continue;
        }
        let start = Instant::now();
        let mut terms = Terms::new();
        let wanted = formula(&mut terms);
        let mut blaster = Blaster::new(Cadical::new());
        blaster.assert(&terms, wanted);
        let built = start.elapsed();
        let answer = blaster.solve(&terms, &[])?;
        println!(
            "{name:12} {:14} {:7} {:10} {:9} {:10} {:8.3} {:8.3}",
            format!("{answer:?}"),
            terms.count(),
            blaster.size().variables,
            blaster.size().clauses,
            blaster.solver().statistics().conflicts,
            built.as_secs_f64(),
            (start.elapsed() - built).as_secs_f64(),
        );
    }
    Ok(())
}

/// Five numbers that are not in order after bubble sort's comparisons.
fn sorting_network(terms: &mut Terms) -> Term {
    let mut numbers: Vec<_> = (0..5).map(|_| terms.variable(32)).collect();
    for end in (1..numbers.len()).rev() {
        for index in 0..end {
            let (a, b) = (numbers[index], numbers[index + 1]);
            let swap = terms.slt(b, a);
            numbers[index] = terms.ite(swap, b, a);
            numbers[index + 1] = terms.ite(swap, a, b);
        }
    }
    let ordered: Vec<_> = numbers.windows(2).map(|pair| terms.sle(pair[0], pair[1])).collect();
    let sorted = terms.all(&ordered);
    terms.not(sorted)
}

/// Eight numbers whose sum depends on the order of summation.
fn adder_chain(terms: &mut Terms) -> Term {
    let numbers: Vec<_> = (0..8).map(|_| terms.variable(64)).collect();
    let mut sums = numbers.iter().copied();
    let first = sums.next().unwrap_or(Term::FALSE);
    let forward = sums.fold(first, |sum, number| terms.add(sum, number));
    let mut layer = numbers;
    while layer.len() > 1 {
        layer = layer.chunks(2).map(|pair| terms.add(pair[0], pair[1])).collect();
    }
    terms.ne(forward, layer[0])
}

/// Two factors, not trivial, of a number of 40 bits.
fn factors_of_40_bits(terms: &mut Terms) -> Term {
    factors(terms, 20, 611_953 * 746_773)
}

/// Two factors of a prime number.
fn prime_of_34_bits(terms: &mut Terms) -> Term {
    factors(terms, 17, 10_000_000_019)
}

fn factors(terms: &mut Terms, width: u32, number: u128) -> Term {
    let [x, y] = [(); 2].map(|()| terms.variable(width));
    let (wide_x, wide_y) = (terms.zext(x, 2 * width), terms.zext(y, 2 * width));
    let product = terms.mul(wide_x, wide_y);
    let number = terms.constant(2 * width, number);
    let found = terms.eq(product, number);
    let ordered = terms.ule(x, y);
    terms.and(found, ordered)
}

/// `x * (y + z)` that is not `x * y + x * z`.
fn distributive(terms: &mut Terms) -> Term {
    let [x, y, z] = [(); 3].map(|()| terms.variable(6));
    let sum = terms.add(y, z);
    let left = terms.mul(x, sum);
    let (xy, xz) = (terms.mul(x, y), terms.mul(x, z));
    let right = terms.add(xy, xz);
    terms.ne(left, right)
}

/// A number of 24 bits with this square.
fn square_root(terms: &mut Terms) -> Term {
    let x = terms.variable(24);
    let wide = terms.zext(x, 48);
    let square = terms.mul(wide, wide);
    let wanted = terms.constant(48, 13_370_013 * 13_370_013);
    terms.eq(square, wanted)
}

/// A quotient and a remainder that do not make the dividend.
fn division(terms: &mut Terms) -> Term {
    let [x, y] = [(); 2].map(|()| terms.variable(8)).map(|term| terms.zext(term, 16));
    let (quotient, remainder) = (terms.udiv(x, y), terms.urem(x, y));
    let product = terms.mul(quotient, y);
    let sum = terms.add(product, remainder);
    terms.ne(sum, x)
}

/// Numbers with this quotient and this remainder.
fn division_by_search(terms: &mut Terms) -> Term {
    let [x, y] = [(); 2].map(|()| terms.variable(32));
    let (quotient, remainder) = (terms.udiv(x, y), terms.urem(x, y));
    let (seven, large) = (terms.constant(32, 12_345), terms.constant(32, 54_321));
    let (first, second) = (terms.eq(quotient, seven), terms.eq(remainder, large));
    terms.and(first, second)
}

/// A sum of two remainders of which the remainder is not that of the sum.
fn division_by_constant(terms: &mut Terms) -> Term {
    let [x, y] = [(); 2].map(|()| terms.variable(16)).map(|term| terms.zext(term, 32));
    let ten = terms.constant(32, 10);
    let (first, second) = (terms.urem(x, ten), terms.urem(y, ten));
    let sum = terms.add(first, second);
    let of_sum = terms.urem(sum, ten);
    let whole = terms.add(x, y);
    let of_whole = terms.urem(whole, ten);
    terms.ne(of_sum, of_whole)
}

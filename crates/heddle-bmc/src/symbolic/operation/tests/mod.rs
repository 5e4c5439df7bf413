//! Every instruction against the machine, on random operands: with constants, with variables,
//! and through the solver.

mod cost;
mod floats;
mod integers;
mod kit;
mod machine;
mod others;

use fastrand::Rng;

use kit::Trial;

/// Factor by which more is tried than in a plain run, from `HEDDLE_TERM_ROUNDS`.
fn rounds() -> usize {
    let rounds = std::env::var("HEDDLE_TERM_ROUNDS").ok().and_then(|text| text.parse().ok());
    rounds.unwrap_or(1)
}

/// Tries an instruction, with overflow looked for and not.
fn try_both(random: &mut Rng, frames: usize, mut trial: Trial) {
    for checks_overflow in [false, true] {
        trial.checks_overflow = checks_overflow;
        trial.run(random, frames * rounds());
    }
}

//! The Hanoi Omega-Automata format, version 1, as far as it is about automata like ours.
//!
//! Written are automata with marks on edges, or on states if all edges of each state agree.
//! Read is whatever means a generalized Büchi automaton: acceptance `t`, `f`, `Inf(i)` and
//! conjunctions of these, labels on edges, on states or implicit, aliases, several initial
//! states. Alternation, other acceptance, and a second automaton in the file are refused, with
//! the place. `acc-name`, `properties` and other headers that only say what is said elsewhere
//! are not looked at, as the format allows.
//!
//! The reader is our own: a file comes from outside, and the reader must survive it and say
//! where it is wrong. The crate for this format, `hoars` 0.3, panics on numbers that are too large,
//! overflows the stack on labels that are too deep, and refuses quotes in propositions.
//!
//! Propositions are written without the quotes that formulas have around expressions, and read
//! by [`Proposition::from_text`](crate::Proposition::from_text): `x == 1` is an expression.

mod expression;
mod read;
mod tokens;
mod write;

pub use read::read;
pub use write::write;

//! Linear temporal logic: formulas, and the automata that accept the words they hold on.
//!
//! [`parse`] reads a [`Formula`]; [`translate`] makes an [`Automaton`] of it, which reads words
//! of valuations, one bit a proposition, and accepts exactly those on which the formula holds.
//! To look for a run of a system that breaks a formula, translate its negation:
//!
//! ```
//! use heddle_ltl::{LassoWord, accepts, parse, translate};
//!
//! let formula = parse("G(req -> F cs)")?;
//! let broken = translate(&formula.negated())?;
//! // `req` is bit 0 and `cs` bit 1: a request that is never served, for ever.
//! let word = LassoWord::new(vec![0b01], vec![0b00]).expect("there is a cycle");
//! assert!(accepts(&broken, &word));
//! assert!(!formula.holds_on(&word));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The way from formula to automaton, with its sources:
//!
//! 1. Rewriting, in negation normal form: Somenzi and Bloem (CAV 2000), Etessami and Holzmann
//!    (CONCUR 2000), Babiak, Křetínský, Řehák and Strejček (TACAS 2012).
//! 2. A tableau with promises: Couvreur (FM 1999), with the pruning of Gastin and Oddoux
//!    (CAV 2001) instead of decision diagrams.
//! 3. Simplification: components, marks, direct simulation (the first two of 1).
//! 4. On request: one acceptance set ([`degeneralize`]), marks on states ([`state_based`]).
//!
//! [`is_stutter_invariant`] decides which formulas may be checked under reductions (Michaud and
//! Duret-Lutz, SPIN 2015). [`hoa`], [`mod@never`] and [`dot`] are the forms of automata in files;
//! their `Display` is for people. Where the algorithms differ from their sources is said in
//! their modules.

mod automaton;
pub mod dot;
mod emptiness;
mod formula;
pub mod hoa;
mod lasso;
pub mod never;
mod product;
mod requirement;
mod text;
mod text_error;

pub use automaton::{
    Automaton, Components, Cube, Edge, Guard, PROPOSITION_LIMIT, SET_LIMIT, StateId, Strength,
    TranslateError, accepts, degeneralize, is_stutter_invariant, state_based, strength, translate,
};
pub use emptiness::Emptiness;
pub use formula::{Formula, HEIGHT_LIMIT, Proposition, SyntaxError, is_operator, parse};
pub use lasso::LassoWord;
pub use requirement::{Requirement, RequirementOptions};
pub use text_error::ReadError;

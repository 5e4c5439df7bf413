//! Linear temporal logic: formulas, and the automata that accept the words they hold on.
mod automaton;
mod emptiness;
mod formula;
mod lasso;
mod product;
mod requirement;

pub use automaton::{
    Automaton, Components, Cube, Edge, Guard, PROPOSITION_LIMIT, SET_LIMIT, StateId, Strength,
    TranslateError, accepts, degeneralize, is_stutter_invariant, state_based, strength, translate,
};
pub use emptiness::Emptiness;
pub use formula::{Formula, HEIGHT_LIMIT, Proposition, SyntaxError, parse};
pub use lasso::Lasso;
pub use requirement::{Requirement, Rules};

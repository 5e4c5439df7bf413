//! Linear temporal logic: formulas, and the automata that accept the words they hold on.
mod formula;
mod lasso;

pub use formula::{Formula, HEIGHT_LIMIT, Proposition, SyntaxError, parse};
pub use lasso::Lasso;
mod emptiness;
pub use emptiness::Emptiness;

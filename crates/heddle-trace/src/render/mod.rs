//! Text for people: the story of a run, and places in sources, formulas and expressions.

mod ending;
mod excerpt;
mod failure;
mod infinite;
mod line;
mod paint;
mod snippet;
mod story;
mod table;
mod text;

pub use paint::{Highlight, Style};
pub use snippet::marked;
pub use text::{TextOptions, text};

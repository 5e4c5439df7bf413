//! The story for people and for programs.

mod ending;
mod excerpt;
mod failure;
mod infinite;
mod line;
mod story;
mod table;
mod text;

pub use line::Style;
pub use text::{TextOptions, text};

//! A trace for a person at a terminal.
//!
//! First the violation with its place, then how it came to that, with one column a
//! thread, then where everything stood. Of a run that goes on for ever, the part that is
//! repeated is marked.

use super::ending::ending;
use super::excerpt::verdict;
use super::infinite;
use super::line::Line;
use super::paint::{Highlight, Style};
use super::story::Teller;
use super::table::table;
use crate::model::Trace;

/// Options of writing a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextOptions {
    /// Columns of the terminal.
    pub width: usize,
    /// The use of colours.
    pub style: Style,
    /// True if every line that was executed is shown.
    pub full: bool,
}

impl Default for TextOptions {
    fn default() -> TextOptions {
        TextOptions { width: 100, style: Style::Plain, full: false }
    }
}

/// The trace as text, with a line break at the end.
pub fn text(trace: &Trace, options: &TextOptions) -> String {
    let width = options.width.max(40);
    let story = Teller::new(trace, options.full).story();
    let mut out = verdict(trace, width, options.style);
    let mut lines = infinite::start(trace, width);
    lines.push(Line::new());
    let heading = match &trace.lasso {
        Some(_) => "A run that shows it:",
        None => "How it came to that:",
    };
    lines.push(Line::of(Highlight::Strong, heading));
    lines.extend(table(trace, &story, width));
    lines.extend(infinite::parts(trace, width));
    lines.push(Line::new());
    lines.extend(ending(trace, width));
    lines.iter().for_each(|line| line.write(options.style, &mut out));
    out
}

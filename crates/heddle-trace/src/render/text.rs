//! A trace for a person at a terminal.
//!
//! First what went wrong and where, then how it came to that, with one column a
//! thread, then where everything stood.

use super::ending::ending;
use super::excerpt::verdict;
use super::line::{Line, Role, Style};
use super::story::Teller;
use super::table::table;
use crate::model::Trace;

/// How to write a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextOptions {
    /// Columns of the terminal.
    pub width: usize,
    /// Whether to use colours.
    pub style: Style,
    /// Whether to show every line that was executed.
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
    let groups = Teller::new(trace, options.full).groups();
    let mut lines = verdict(trace);
    lines.push(Line::new());
    lines.push(Line::of(Role::Strong, "How it came to that:"));
    lines.extend(table(trace, &groups, width));
    lines.push(Line::new());
    lines.extend(ending(trace, width));
    let mut out = String::new();
    lines.iter().for_each(|line| line.write(options.style, &mut out));
    out
}

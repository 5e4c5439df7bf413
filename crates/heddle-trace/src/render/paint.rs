//! Colours of text: the purposes that a piece of text can have, and the colours of each.
//!
//! The command line decides once for each stream whether there are any (`settings.rs` there), and
//! hands the [`Style`] on; no other module knows escape codes.

use annotate_snippets::Renderer;
use anstyle::{AnsiColor, Effects};

/// The use of colours in text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Not at all.
    #[default]
    Plain,
    /// With the colours of a terminal.
    Ansi,
}

/// The purpose of a piece of text, which decides its colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Highlight {
    /// Ordinary text.
    Normal,
    /// A violation.
    Bad,
    /// A verdict that nothing is wrong.
    Good,
    /// A verdict that is open.
    Doubt,
    /// Headings.
    Strong,
    /// Lines of tables, line numbers, what was left out.
    Quiet,
    /// A thread's name.
    Thread(u32),
    /// A value that changed.
    Change,
    /// Output of the program.
    Output,
    /// Synchronization.
    Sync,
    /// Propositions of a formula, and the cycle.
    Formula,
}

impl Highlight {
    /// The colours of a thread's name, by its number.
    const THREADS: [AnsiColor; 6] = [
        AnsiColor::Cyan,
        AnsiColor::Magenta,
        AnsiColor::Yellow,
        AnsiColor::Green,
        AnsiColor::Blue,
        AnsiColor::White,
    ];

    /// Its colours.
    fn look(self) -> anstyle::Style {
        match self {
            Highlight::Normal => anstyle::Style::new(),
            Highlight::Bad => AnsiColor::Red.on_default().bold(),
            Highlight::Good => AnsiColor::Green.on_default().bold(),
            Highlight::Doubt => AnsiColor::Yellow.on_default().bold(),
            Highlight::Strong => Effects::BOLD.into(),
            Highlight::Quiet => Effects::DIMMED.into(),
            Highlight::Thread(thread) => {
                Highlight::THREADS[thread as usize % Highlight::THREADS.len()].on_default().bold()
            }
            Highlight::Change => AnsiColor::Yellow.on_default(),
            Highlight::Output => AnsiColor::Green.on_default(),
            Highlight::Sync => AnsiColor::Cyan.on_default(),
            Highlight::Formula => AnsiColor::Magenta.on_default().bold(),
        }
    }
}

impl Style {
    /// Colours, if they are wanted.
    pub fn new(has_colors: bool) -> Style {
        if has_colors { Style::Ansi } else { Style::Plain }
    }

    /// The text with the colours of its highlight.
    pub fn paint(self, highlight: Highlight, text: &str) -> String {
        match self {
            Style::Ansi if highlight != Highlight::Normal && !text.is_empty() => {
                let look = highlight.look();
                format!("{look}{text}{look:#}")
            }
            Style::Ansi | Style::Plain => text.to_owned(),
        }
    }

    /// The renderer of snippets of text, with the same colours.
    pub(super) fn renderer(self) -> Renderer {
        match self {
            Style::Plain => Renderer::plain(),
            Style::Ansi => Renderer::styled()
                .error(Highlight::Bad.look())
                .note(Highlight::Sync.look())
                .emphasis(Highlight::Strong.look())
                .line_num(Highlight::Quiet.look()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_only_when_asked_for() {
        assert_eq!(Style::Plain.paint(Highlight::Bad, "no"), "no");
        assert_eq!(Style::Ansi.paint(Highlight::Bad, "no"), "\x1b[1m\x1b[31mno\x1b[0m");
        assert_eq!(Style::Ansi.paint(Highlight::Normal, "no"), "no");
        assert_eq!(
            Style::Ansi.paint(Highlight::Thread(0), "T0"),
            Style::Ansi.paint(Highlight::Thread(6), "T0")
        );
    }
}

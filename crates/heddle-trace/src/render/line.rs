//! Lines of text whose pieces have highlights.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::paint::{Highlight, Style};

/// A line, made of pieces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Line {
    pieces: Vec<(Highlight, String)>,
}

impl Line {
    /// An empty line.
    pub(super) fn new() -> Line {
        Line::default()
    }

    /// A line of one piece.
    pub(super) fn of(highlight: Highlight, text: &str) -> Line {
        Line::new().with(highlight, text)
    }

    /// This line and one piece more.
    pub(super) fn with(mut self, highlight: Highlight, text: &str) -> Line {
        self.push(highlight, text);
        self
    }

    /// Adds a piece. Control characters are not passed on.
    pub(super) fn push(&mut self, highlight: Highlight, text: &str) {
        self.pieces.push((highlight, clean(text)));
    }

    /// Columns that it takes.
    pub(super) fn width(&self) -> usize {
        self.pieces.iter().map(|(_, text)| text.width()).sum()
    }

    /// This line behind `indent` blanks.
    pub(super) fn indented(mut self, indent: usize) -> Line {
        self.pieces.insert(0, (Highlight::Normal, " ".repeat(indent)));
        self
    }

    /// This line behind a piece of text.
    pub(super) fn behind(mut self, highlight: Highlight, text: &str) -> Line {
        self.pieces.insert(0, (highlight, clean(text)));
        self
    }

    /// This line and `other`, from column `at` on.
    pub(super) fn joined(mut self, at: usize, other: Line) -> Line {
        let gap = at.saturating_sub(self.width());
        self.pieces.push((Highlight::Normal, " ".repeat(gap)));
        self.pieces.extend(other.pieces);
        self
    }

    /// Breaks it into lines of at most `width` columns, at blanks if possible; all
    /// but the first begin with `hang` blanks.
    pub(super) fn wrapped(self, width: usize, hang: usize) -> Vec<Line> {
        if self.width() <= width {
            return vec![self];
        }
        let mut lines = vec![Line::new()];
        let mut used = 0;
        for (highlight, text) in self.pieces {
            for word in words(&text) {
                let wide = word.width();
                if used + word.trim_end().width() > width && used > hang {
                    trim_last(&mut lines);
                    lines.push(Line::of(Highlight::Normal, &" ".repeat(hang)));
                    used = hang;
                    if word.trim().is_empty() {
                        continue;
                    }
                }
                // What is wider than a line is cut where the line ends.
                let mut rest = word;
                while used + rest.trim_end().width() > width && width > hang {
                    let (head, tail) = split_at_width(rest, width.saturating_sub(used).max(1));
                    push_to_last(&mut lines, highlight, head);
                    lines.push(Line::of(Highlight::Normal, &" ".repeat(hang)));
                    used = hang;
                    rest = tail;
                }
                push_to_last(&mut lines, highlight, rest);
                used += wide.min(rest.width());
            }
        }
        trim_last(&mut lines);
        lines
    }

    /// Writes it, with a line break.
    pub(super) fn write(&self, style: Style, out: &mut String) {
        let end = self.pieces.iter().rposition(|(_, text)| !text.trim_end().is_empty());
        for (i, (highlight, text)) in self.pieces.iter().enumerate() {
            let text = match end {
                Some(end) if i < end => text,
                Some(end) if i == end => text.trim_end(),
                _ => break,
            };
            out.push_str(&style.paint(*highlight, text));
        }
        out.push('\n');
    }
}

/// Takes the blanks off the end of the last line.
fn trim_last(lines: &mut [Line]) {
    if let Some((_, text)) = lines.last_mut().and_then(|line| line.pieces.last_mut()) {
        text.truncate(text.trim_end().len());
    }
}

fn push_to_last(lines: &mut [Line], highlight: Highlight, text: &str) {
    if let Some(line) = lines.last_mut() {
        line.push(highlight, text);
    }
}

/// Words, each with the blanks after it.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(' ')
}

fn split_at_width(text: &str, width: usize) -> (&str, &str) {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += c.width().unwrap_or(0);
        if used > width && at != 0 {
            return text.split_at(at);
        }
    }
    (text, "")
}

/// Text without what would disturb a terminal.
pub(super) fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => cleaned.push_str("    "),
            c if c.is_control() => cleaned.push('\u{fffd}'),
            c => cleaned.push(c),
        }
    }
    cleaned
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(lines: &[Line]) -> String {
        let mut out = String::new();
        lines.iter().for_each(|line| line.write(Style::Plain, &mut out));
        out
    }

    #[test]
    fn wraps_at_blanks_and_cuts_what_has_none() {
        let line = Line::of(Highlight::Normal, "one two three");
        let lines = line.wrapped(7, 2);
        assert_eq!(plain(&lines), "one two\n  three\n");
        assert!(lines.iter().all(|line| line.width() <= 7));
        let line = Line::of(Highlight::Normal, "abcdefghij");
        assert_eq!(plain(&line.wrapped(6, 2)), "abcdef\n  ghij\n");
    }

    #[test]
    fn blanks_at_the_end_are_left_out() {
        let line = Line::of(Highlight::Bad, "no").with(Highlight::Normal, " x  ");
        assert_eq!(plain(&[line]), "no x\n");
    }

    #[test]
    fn nothing_of_the_program_reaches_the_terminal_as_a_command() {
        assert_eq!(plain(&[Line::of(Highlight::Normal, "a\x1b[2Jb\tc")]), "a\u{fffd}[2Jb    c\n");
    }
}

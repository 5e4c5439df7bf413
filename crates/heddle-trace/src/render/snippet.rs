//! Lines of text with a mark below: places in sources, and mistakes in formulas and expressions.
//!
//! `annotate-snippets` draws them, as rustc's messages are drawn. Control characters of the text
//! do not reach the terminal.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Snippet, Title};
use heddle_model::Place;

use super::line::clean;
use super::paint::Style;
use crate::model::Excerpt;

/// Columns of a line that are always shown, even if a terminal has to break it. Of a line that is
/// longer than this and than the terminal is wide, the part around the mark is shown.
const LINE_SHOWN: usize = 140;

/// A message, and the place that it is about.
pub(super) struct Message<'a> {
    title: Title<'a>,
    place: Option<MarkedPlace<'a>>,
}

/// A place with the source around it.
pub(super) struct MarkedPlace<'a> {
    /// The place.
    pub(super) place: &'a Place,
    /// The source around it, if it could be read.
    pub(super) excerpt: Option<&'a Excerpt>,
    /// A label of the mark.
    pub(super) label: String,
}

impl<'a> Message<'a> {
    /// A violation.
    pub(super) fn violation(message: &str, place: Option<MarkedPlace<'a>>) -> Message<'a> {
        let title = Level::ERROR.with_name("violation").primary_title(clean(message));
        Message { title, place }
    }

    /// A note.
    pub(super) fn note(message: &str, place: Option<MarkedPlace<'a>>) -> Message<'a> {
        Message { title: Level::NOTE.primary_title(clean(message)), place }
    }

    fn group(self) -> Group<'a> {
        let group = Group::with_title(self.title);
        let Some(MarkedPlace { place, excerpt, label }) = self.place else { return group };
        let Place { file, line, column, function: _ } = place;
        let (file, label) = (clean(file), clean(&label));
        let Some((text, first, marked)) = excerpt.and_then(|it| source(it, *line, *column)) else {
            let column = if *column == 0 { String::new() } else { format!(":{column}") };
            let label = if label.is_empty() { label } else { format!(" {label}") };
            return group.element(Origin::path(format!("{file}:{line}{column}{label}")));
        };
        let mut annotation = AnnotationKind::Primary.span(marked);
        if !label.is_empty() {
            annotation = annotation.label(label);
        }
        let snippet = Snippet::source(text).line_start(first).path(file);
        group.element(snippet.fold(false).annotation(annotation))
    }
}

/// The text of an excerpt, the number of its first line, and the bytes that are marked: a character,
/// or the whole line if the column is not known. `None` if the line is not part of the excerpt.
fn source(excerpt: &Excerpt, line: u32, column: u32) -> Option<(String, usize, Range<usize>)> {
    let index = line.checked_sub(excerpt.first)? as usize;
    let original = excerpt.lines.get(index)?;
    let lines: Vec<String> = excerpt.lines.iter().map(|line| printable(line)).collect();
    let start: usize = lines[..index].iter().map(|line| line.len() + 1).sum();
    let line = &lines[index];
    let marked = match (column as usize).checked_sub(1) {
        None => line.len() - line.trim_start().len()..line.len(),
        // Compilers count bytes.
        Some(before) => {
            let at = printable(&original[..original.floor_char_boundary(before)]).len();
            at..at + line[at..].chars().next().map_or(0, char::len_utf8)
        }
    };
    Some((lines.join("\n"), excerpt.first as usize, start + marked.start..start + marked.end))
}

/// A line without control characters, but with its tabs: they count as one column, and are expanded
/// only when the line is drawn.
fn printable(line: &str) -> String {
    let is_printable = |c: char| c == '\t' || !c.is_control();
    line.chars().map(|c| if is_printable(c) { c } else { '\u{fffd}' }).collect()
}

/// Messages one after the other, with a line break at the end.
pub(super) fn messages(messages: Vec<Message<'_>>, width: usize, style: Style) -> String {
    let renderer = style.renderer().term_width(width.max(LINE_SHOWN));
    // Each by itself: bars between them would suggest that one place belongs to another.
    messages.into_iter().map(|message| renderer.render(&[message.group()]) + "\n").collect()
}

/// The text with a mark below some bytes of it, to follow a message about them.
pub fn marked(text: &str, bytes: &Range<usize>) -> String {
    let bytes = text.floor_char_boundary(bytes.start)..text.ceil_char_boundary(bytes.end);
    let snippet = Snippet::source(text).fold(false).annotation(AnnotationKind::Primary.span(bytes));
    let group = Group::with_level(Level::ERROR).element(snippet);
    Style::Plain.renderer().term_width(LINE_SHOWN).render(&[group])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_below_what_it_is_about() {
        assert_eq!(marked("G(ful)", &(2..5)), "  |\n1 | G(ful)\n  |   ^^^");
        // Behind the end, where something is missing.
        assert_eq!(marked("G(", &(2..2)), "  |\n1 | G(\n  |   ^");
        assert!(marked("", &(0..0)).contains('^'));
        // In the middle of a character, and beyond the end.
        assert_eq!(marked("é!", &(1..2)), "  |\n1 | é!\n  | ^");
        assert_eq!(marked("é!", &(2..9)), "  |\n1 | é!\n  |  ^");
    }

    #[test]
    fn of_a_long_text_the_part_around_the_mark_is_shown() {
        let text = format!("{} ) {}", "full && ".repeat(9_000), "|| full ".repeat(9_000));
        let shown = marked(&text, &(72_001..72_002));
        assert!(shown.lines().all(|line| line.chars().count() < LINE_SHOWN + 20), "{shown}");
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[1].find(')'), lines[2].find('^'));
    }

    #[test]
    fn columns_count_bytes_and_marks_are_whole_characters() {
        let lines = vec!["\té =\x1b x;".to_owned(), "y;".to_owned()];
        let excerpt = Excerpt { first: 7, lines };
        let marked = |line, column| source(&excerpt, line, column).map(|(_, _, marked)| marked);
        let text = "\té =\u{fffd} x;\ny;".to_owned();
        assert_eq!(source(&excerpt, 7, 8), Some((text, 7, 9..10)));
        assert_eq!(marked(7, 2), Some(1..3));
        assert_eq!(marked(7, 3), Some(1..3));
        // The whole line, where the column is not known.
        assert_eq!(marked(8, 0), Some(12..14));
        // Behind the end of the line.
        assert_eq!(marked(8, 99), Some(14..14));
    }

    #[test]
    fn tabs_are_expanded_where_they_are_drawn_only() {
        let excerpt = Excerpt { first: 7, lines: vec!["\tx = y;".to_owned()] };
        let place = Place { file: "a.c".to_owned(), line: 7, column: 6, function: String::new() };
        let marked = MarkedPlace { place: &place, excerpt: Some(&excerpt), label: String::new() };
        let text = messages(vec![Message::note("here", Some(marked))], 80, Style::Plain);
        assert_eq!(text, "note: here\n --> a.c:7:6\n  |\n7 |     x = y;\n  |         ^\n");
    }

    #[test]
    fn a_place_outside_of_its_excerpt_is_named_without_it() {
        let excerpt = Excerpt { first: 7, lines: vec!["y;".to_owned()] };
        let place = Place { file: "a.c".to_owned(), line: 6, column: 2, function: String::new() };
        let marked =
            MarkedPlace { place: &place, excerpt: Some(&excerpt), label: "in f".to_owned() };
        let message = Message::violation("no\x1b", Some(marked));
        let text = messages(vec![message], 80, Style::Plain);
        assert_eq!(text, "violation: no\u{fffd}\n--> a.c:6:2 in f\n");
    }
}

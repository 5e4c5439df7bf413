//! Lines of source files.

use heddle_machine::Machine;
use heddle_model::{Place, Violation};

use crate::model::Excerpt;

/// Gives lines of source files. This crate opens no file itself.
pub trait SourceText {
    /// A line, counted from one, of a file; a relative `path` starts from
    /// `directory`. `None` if there is no such file or line.
    fn line(&mut self, path: &str, directory: &str, number: u32) -> Option<String>;
}

/// No source at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSource;

impl SourceText for NoSource {
    fn line(&mut self, _path: &str, _directory: &str, _number: u32) -> Option<String> {
        None
    }
}

/// Lines shown before the faulting one, and after it.
const CONTEXT: (u32, u32) = (2, 1);

/// The text of a place's line, trimmed; empty if it is not known.
pub(crate) fn line_of(machine: &Machine, sources: &mut dyn SourceText, place: &Place) -> String {
    line(machine, sources, &place.file, place.line)
        .map(|text| text.trim().to_owned())
        .unwrap_or_default()
}

/// The source around the places of a violation; `line` gives the lines of a file.
pub fn excerpts(
    violation: &Violation,
    line: &mut dyn FnMut(&str, u32) -> Option<String>,
) -> Vec<Excerpt> {
    let own = violation.place.iter().map(|place| (place, CONTEXT));
    let related = violation.related.iter().map(|related| (&related.place, (0, 0)));
    own.chain(related)
        .map(|(place, (before, after))| {
            let mut excerpt = Excerpt { first: place.line, lines: Vec::new() };
            for number in place.line.saturating_sub(before).max(1)..=place.line + after {
                match line(&place.file, number) {
                    Some(text) => {
                        if excerpt.lines.is_empty() {
                            excerpt.first = number;
                        }
                        excerpt.lines.push(text.trim_end().to_owned());
                    }
                    None => {
                        if number <= place.line {
                            excerpt.lines.clear();
                        }
                    }
                }
            }
            excerpt
        })
        .collect()
}

/// A line of a file that a program was compiled from.
pub(crate) fn line(
    machine: &Machine,
    sources: &mut dyn SourceText,
    path: &str,
    number: u32,
) -> Option<String> {
    if number == 0 {
        return None;
    }
    let mut files = machine.program().source.files.values();
    let directory = files.find(|file| file.path == path).map_or("", |file| &file.directory);
    sources.line(path, directory, number)
}

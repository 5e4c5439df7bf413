//! Source lines with a caret.

use heddle_model::Place;
use unicode_width::UnicodeWidthStr;

use super::line::{Highlight, Line, clean};
use crate::model::{Excerpt, Trace};

/// The verdict, and where it went wrong.
pub(super) fn verdict(trace: &Trace) -> Vec<Line> {
    let violation = &trace.violation;
    let detail = violation.detail().map(|detail| format!("{detail}: "));
    let mut lines =
        vec![Line::of(Highlight::Bad, "violation: ").with(
            Highlight::Strong,
            &format!("{}{}", detail.unwrap_or_default(), violation.finding),
        )];
    let mut excerpts = trace.excerpts.iter();
    if let Some(place) = &violation.place {
        let thread = violation.thread.map(|id| match name_of(trace, id.index()) {
            "" => format!(", thread {id}"),
            name => format!(", thread {id} {name}"),
        });
        lines.extend(shown(place, excerpts.next(), &thread.unwrap_or_default(), Highlight::Bad));
    }
    // What happens at one place is told together.
    let mut places: Vec<(&Place, &Excerpt, Vec<String>)> = Vec::new();
    for (related, excerpt) in violation.related.iter().zip(excerpts) {
        let (caption, place) = (related.to_string(), &related.place);
        match places.iter_mut().find(|(known, _, _)| *known == place) {
            Some((_, _, captions)) => captions.push(caption),
            None => places.push((place, excerpt, vec![caption])),
        }
    }
    for (place, excerpt, captions) in places {
        for caption in captions {
            lines.push(Line::of(Highlight::Strong, "  note: ").with(Highlight::Normal, &caption));
        }
        lines.extend(shown(place, Some(excerpt), "", Highlight::Sync));
    }
    lines
}

/// The name of a thread.
pub(super) fn name_of(trace: &Trace, thread: usize) -> &str {
    trace.threads.get(thread).map_or("", |thread| &thread.name)
}

fn shown(
    place: &Place,
    excerpt: Option<&Excerpt>,
    thread: &str,
    highlight: Highlight,
) -> Vec<Line> {
    let Place { file, line, column, function } = place;
    let column_text = if *column == 0 { String::new() } else { format!(":{column}") };
    let function = if function.is_empty() { String::new() } else { format!(" in {function}") };
    let last = excerpt.map_or(0, |excerpt| excerpt.first + excerpt.lines.len() as u32);
    let digits = last.max(*line).to_string().len();
    let mut lines = vec![
        Line::of(Highlight::Quiet, &format!("{}--> ", " ".repeat(digits)))
            .with(Highlight::Normal, &format!("{file}:{line}{column_text}{function}{thread}")),
    ];
    let Some(excerpt) = excerpt.filter(|excerpt| !excerpt.lines.is_empty()) else { return lines };
    let bar = || Line::of(Highlight::Quiet, &format!("{} │", " ".repeat(digits)));
    lines.push(bar());
    for (number, text) in (excerpt.first..).zip(&excerpt.lines) {
        lines.push(
            Line::of(Highlight::Quiet, &format!("{number:>digits$} │ "))
                .with(Highlight::Normal, text),
        );
        if number == *line && *column != 0 {
            let before: String = text.chars().take(*column as usize - 1).collect();
            let blanks = " ".repeat(clean(&before).width() + 1);
            lines.push(bar().with(Highlight::Normal, &blanks).with(highlight, "^"));
        }
    }
    lines
}

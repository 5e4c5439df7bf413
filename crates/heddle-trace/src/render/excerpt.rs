//! The verdict, with the places in the source that it speaks of.

use heddle_model::Place;

use super::paint::Style;
use super::snippet::{self, MarkedPlace, Message};
use crate::model::{Excerpt, Trace};

/// The verdict, and where it went wrong, with a line break at the end.
pub(super) fn verdict(trace: &Trace, width: usize, style: Style) -> String {
    let violation = &trace.violation;
    let detail = violation.detail().map(|detail| format!("{detail}: "));
    let message = format!("{}{}", detail.unwrap_or_default(), violation.finding);
    let mut excerpts = trace.excerpts.iter();
    let place = violation.place.as_ref().map(|place| {
        let thread = violation.thread.map(|id| match name_of(trace, id.index()) {
            "" => format!("thread {id}"),
            name => format!("thread {id} {name}"),
        });
        MarkedPlace { place, excerpt: excerpts.next(), label: label(place, thread) }
    });
    let mut messages = vec![Message::violation(&message, place)];
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
        let mut captions = captions.iter().peekable();
        while let Some(caption) = captions.next() {
            let marked =
                || MarkedPlace { place, excerpt: Some(excerpt), label: label(place, None) };
            let is_last = captions.peek().is_none();
            messages.push(Message::note(caption, is_last.then(marked)));
        }
    }
    snippet::messages(messages, width, style)
}

/// The function of a place, and the thread that was there.
fn label(place: &Place, thread: Option<String>) -> String {
    let function = (!place.function.is_empty()).then(|| format!("in {}", place.function));
    let parts: Vec<String> = function.into_iter().chain(thread).collect();
    parts.join(", ")
}

/// The name of a thread.
pub(super) fn name_of(trace: &Trace, thread: usize) -> &str {
    trace.threads.get(thread).map_or("", |thread| &thread.name)
}

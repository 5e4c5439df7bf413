//! A run that goes on for ever: where it goes round, who moves there, and what holds.

use super::excerpt::name_of;
use super::line::Line;
use super::paint::Highlight;
use super::story::Story;
use super::table::ColumnLayout;
use crate::model::{Effect, InfiniteRun, Part, Trace};

/// Columns that the mark of the cycle takes beside the table.
pub(super) fn gutter(story: &Story) -> usize {
    if story.cycle.is_some() { 2 } else { 0 }
}

/// The lines of a table, with a bar beside the cycle, and words where it begins and closes.
pub(super) fn marked(story: &Story, layout: ColumnLayout) -> Vec<Line> {
    let ColumnLayout { head, groups } = layout;
    let Some(cycle) = story.cycle else {
        return head.into_iter().chain(groups.into_iter().flatten()).collect();
    };
    let stem = groups.iter().take(cycle).flatten();
    let mut lines: Vec<Line> =
        head.iter().chain(stem).map(|line| line.clone().indented(2)).collect();
    lines.push(Line::of(Highlight::Formula, "┌─ the cycle begins here"));
    let round = groups.into_iter().skip(cycle).flatten();
    lines.extend(round.map(|line| line.behind(Highlight::Formula, "│ ")));
    lines.push(Line::of(Highlight::Formula, "└─ back to where the cycle begins"));
    lines
}

/// A note of what held at the start, and how changes are written.
pub(super) fn start(trace: &Trace, width: usize) -> Vec<Line> {
    let Some(lasso) = trace.lasso.as_ref().filter(|lasso| !lasso.propositions.is_empty()) else {
        return Vec::new();
    };
    let are = |wanted: bool| {
        let holds = |name: &&String| lasso.initial.get(*name).is_some_and(|holds| *holds);
        let names = lasso.propositions.iter().filter(|name| holds(name) == wanted);
        let names: Vec<&str> = names.map(String::as_str).collect();
        let does = match (wanted, names.len()) {
            (true, 1) => "holds",
            (true, _) => "hold",
            (false, 1) => "does not",
            (false, _) => "do not",
        };
        Some(format!("{} {does}", list(&names)?))
    };
    let text = match (are(true), are(false)) {
        (None, Some(not)) => format!("{not} hold"),
        (holding, not) => {
            let both: Vec<String> = holding.into_iter().chain(not).collect();
            both.join(", ")
        }
    };
    let mut effects = trace.steps.iter().flat_map(|step| &step.effects);
    let key = match effects.any(|effect| matches!(effect, Effect::Valuation { .. })) {
        true => "; +p: p holds from here on, -p: no longer",
        false => "",
    };
    let text = format!("at the start {text}{key}");
    Line::of(Highlight::Strong, "  note: ").with(Highlight::Normal, &text).wrapped(width, 8)
}

/// The parts of threads in the cycle, and whether that is fair; or that the run ends.
pub(super) fn parts(trace: &Trace, width: usize) -> Vec<Line> {
    let Some(lasso) = &trace.lasso else { return Vec::new() };
    let (heading, text) = match lasso.first_step {
        Some(_) => ("In the cycle: ", in_cycle(trace, lasso)),
        None => ("The run ends here", ", and stays as it is for ever.".to_owned()),
    };
    let mut lines = vec![Line::new()];
    let line = Line::of(Highlight::Strong, heading).with(Highlight::Normal, &text);
    lines.extend(line.wrapped(width, 2));
    lines
}

fn in_cycle(trace: &Trace, lasso: &InfiniteRun) -> String {
    let phrase = |part: Part| {
        let threads = lasso.threads.iter().filter(|thread| thread.part == part);
        let names: Vec<String> = threads
            .map(|at| format!("{} {}", at.thread, name_of(trace, at.thread.index())))
            .map(|name| name.trim_end().to_owned())
            .collect();
        let many = names.len() > 1;
        let names = list(&names.iter().map(String::as_str).collect::<Vec<_>>())?;
        let does = match (part, many) {
            (Part::Moves, false) => "moves",
            (Part::Moves, true) => "move",
            (Part::Starves, false) => "could move all along and never does",
            (Part::Starves, true) => "could move all along and never do",
            (Part::Misses, false) => "could move at times and never does",
            (Part::Misses, true) => "could move at times and never do",
            (Part::KeptOut, false) => "is kept out by an atomic section that never ends",
            (Part::KeptOut, true) => "are kept out by an atomic section that never ends",
            (Part::Waits, false) => "waits",
            (Part::Waits, true) => "wait",
        };
        Some(format!("{names} {does}"))
    };
    let parts = [Part::Moves, Part::Starves, Part::Misses, Part::KeptOut, Part::Waits];
    let told: Vec<String> = parts.into_iter().filter_map(phrase).collect();
    let fair = if lasso.is_fair() { "The run is fair." } else { "The run is not fair." };
    format!("{}. {fair}", told.join("; "))
}

/// Words as a list: `a, b and c`.
fn list(words: &[&str]) -> Option<String> {
    let (last, others) = words.split_last()?;
    Some(match others {
        [] => (*last).to_owned(),
        _ => format!("{} and {last}", others.join(", ")),
    })
}

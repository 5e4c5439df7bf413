//! Stacks and variables at the end.

use super::excerpt::name_of;
use super::line::Line;
use super::paint::Highlight;
use super::story::base_name;
use crate::model::{FrameView, ThreadEnding, Trace};

/// Stacks, variables, and what the threads wait for.
pub(super) fn ending(trace: &Trace, width: usize) -> Vec<Line> {
    let first_step = trace.lasso.as_ref().and_then(|lasso| lasso.first_step);
    let when = match first_step {
        Some(_) => "Whenever the cycle begins:",
        None => "At the end:",
    };
    let mut lines = vec![Line::of(Highlight::Strong, when)];
    for thread in &trace.end.threads {
        lines.push(heading(trace, thread));
        for frame in &thread.frames {
            lines.extend(self::frame(frame, width));
        }
    }
    if !trace.end.globals.is_empty() {
        lines.push(Line::of(Highlight::Strong, "  global variables that changed"));
        for global in &trace.end.globals {
            let was = match global.initial == global.variable.value {
                true => String::new(),
                false => format!("  (was {})", global.initial),
            };
            let line = variable(&global.variable.name, &global.variable.value, 4);
            lines.extend(line.with(Highlight::Quiet, &was).wrapped(width, 8));
        }
    }
    if let Some(code) = trace.end.exit_code {
        lines.push(Line::of(Highlight::Normal, &format!("  the process ended with code {code}")));
    }
    lines
}

fn heading(trace: &Trace, ending: &ThreadEnding) -> Line {
    let thread = ending.thread;
    let name = format!("  {thread} {}", name_of(trace, thread.index()));
    let line = Line::of(Highlight::Thread(thread.0), name.trim_end());
    match &ending.waits {
        Some(waits) => line.with(Highlight::Sync, &format!(" {waits}")),
        None if ending.exited => line.with(Highlight::Normal, " has exited"),
        None if ending.not_started => line.with(Highlight::Normal, " has not started"),
        None if ending.frames.is_empty() => {
            line.with(Highlight::Normal, " is outside of the program")
        }
        None => line,
    }
}

fn frame(frame: &FrameView, width: usize) -> Vec<Line> {
    let place = &frame.place;
    let at = match place.line {
        0 => String::new(),
        line => format!(" at {}:{line}", base_name(&place.file)),
    };
    let head = Line::of(Highlight::Normal, &format!("    {}{at}", place.function));
    let head = match frame.source.as_str() {
        "" => head,
        source => head.with(Highlight::Quiet, &format!("  {source}")),
    };
    let mut lines = head.wrapped(width, 8);
    for view in &frame.variables {
        lines.extend(variable(&view.name, &view.value, 6).wrapped(width, 10));
    }
    lines
}

fn variable(name: &str, value: &str, indent: usize) -> Line {
    Line::of(Highlight::Normal, &format!("{name} = {value}")).indented(indent)
}

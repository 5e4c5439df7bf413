//! The steps of a run as blocks of lines: what is told and what is left out.

use heddle_model::{Place, ThreadId};

use super::excerpt::name_of;
use super::line::Line;
use super::paint::Highlight;
use crate::model::{Effect, Step, Trace, changes_text};
use crate::value::scalar::quoted;

/// Steps of one block that are told, unless everything is.
const MAX_STEPS: usize = 40;

/// Effects of one step that are told, unless everything is.
const MAX_EFFECTS: usize = 10;

/// Lines that belong to one thread, in one piece.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) thread: ThreadId,
    pub(super) lines: Vec<StoryLine>,
}

/// A line of the story, and how far its continuation is indented.
#[derive(Clone, Debug)]
pub(super) struct StoryLine {
    pub(super) line: Line,
    pub(super) hang: usize,
}

/// Blocks in groups, in order. The last group may have several, which belong to the same
/// moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Story {
    pub(super) groups: Vec<Vec<Block>>,
    /// The group with which the cycle begins, if there is one.
    pub(super) cycle: Option<usize>,
    /// True if the last group only says where threads are stuck.
    pub(super) ends_stuck: bool,
}

/// Tells a trace in blocks.
pub(super) struct Teller<'t> {
    pub(super) trace: &'t Trace,
    full: bool,
    /// True if lines need the names of their files.
    with_files: bool,
    /// Columns for the place of a line.
    pub(super) margin: usize,
}

impl<'t> Teller<'t> {
    pub(super) fn new(trace: &'t Trace, full: bool) -> Teller<'t> {
        let places = || {
            let steps = trace.steps.iter().filter_map(|step| step.place.as_ref());
            let innermost = trace.end.threads.iter().filter_map(|thread| thread.frames.first());
            let ends = innermost.map(|frame| &frame.place);
            steps.chain(ends).chain(trace.violation.place.as_ref())
        };
        let first = places().map(|place| &place.file).next();
        let with_files = places().any(|place| Some(&place.file) != first);
        let mut teller = Teller { trace, full, with_files, margin: 0 };
        let margin = places().map(|place| teller.place_text(place).len()).max().unwrap_or(0);
        teller.margin = margin;
        teller
    }

    /// All of it.
    pub(super) fn story(&self) -> Story {
        let mut functions: Vec<String> =
            self.trace.threads.iter().map(|thread| thread.name.clone()).collect();
        let mut groups = |steps: &[Step]| -> Vec<Vec<Block>> {
            let blocks = steps.chunk_by(|a, b| a.thread == b.thread);
            blocks.map(|steps| vec![self.block(steps, &mut functions)]).collect()
        };
        let steps = &self.trace.steps;
        let first = self.trace.lasso.as_ref().and_then(|lasso| lasso.first_step);
        let mut story = Story::default();
        match first {
            None => story.groups = groups(steps),
            Some(first) => {
                let (stem, cycle) = steps.split_at(first.min(steps.len()));
                story.groups = groups(stem);
                story.cycle = Some(story.groups.len());
                story.groups.extend(groups(cycle));
            }
        }
        super::failure::add(self, &mut story);
        story
    }

    fn block(&self, steps: &[Step], functions: &mut [String]) -> Block {
        let thread = steps[0].thread;
        let shown = self.shown(steps);
        let mut lines = Vec::new();
        let mut skipped = 0;
        for (step, show) in steps.iter().zip(shown) {
            skipped += step.left_out;
            if step.unfollowed != 0 {
                self.push_skipped(std::mem::take(&mut skipped), &mut lines);
                self.push_gap(&format!("{} instructions", grouped(step.unfollowed)), &mut lines);
            }
            if !show {
                // That a thread enters its first function goes without saying.
                skipped += u64::from(!(step.enters && step.depth == 1));
                continue;
            }
            self.push_skipped(std::mem::take(&mut skipped), &mut lines);
            if let (Some(place), Some(function)) = (&step.place, functions.get_mut(thread.index()))
                && *function != place.function
            {
                function.clone_from(&place.function);
                let line = Line::of(Highlight::Quiet, &format!("in {function}:"));
                lines.push(StoryLine { line, hang: 2 });
            }
            self.push_step(step, &mut lines);
        }
        self.push_skipped(skipped, &mut lines);
        Block { thread, lines }
    }

    /// For each step of a block, true if it is told.
    fn shown(&self, steps: &[Step]) -> Vec<bool> {
        let last = steps.len() - 1;
        let visible = |step: &Step| step.effects.iter().any(Effect::is_visible);
        let mut shown: Vec<bool> = steps
            .iter()
            .enumerate()
            .map(|(i, step)| self.full || i == last || visible(step))
            .collect();
        // Where a thread goes on is told, unless it just begins.
        shown[0] |= !(steps[0].enters && steps[0].depth == 1);
        let told = shown.iter().filter(|show| **show).count();
        if told > MAX_STEPS && !self.full {
            for (nth, show) in shown.iter_mut().filter(|show| **show).enumerate() {
                *show = nth < MAX_STEPS / 2 || nth >= told - MAX_STEPS / 2;
            }
        }
        // To say that one line is left out takes a line.
        for i in 1..last.max(1) {
            if !shown[i] && shown[i - 1] && shown.get(i + 1) == Some(&true) {
                shown[i] = steps[i].effects.len() <= 1;
            }
        }
        shown
    }

    fn push_skipped(&self, skipped: u64, lines: &mut Vec<StoryLine>) {
        if skipped != 0 {
            let what = if skipped == 1 { "line" } else { "lines" };
            self.push_gap(&format!("{skipped} {what}"), lines);
        }
    }

    /// A line that says what is not told.
    fn push_gap(&self, what: &str, lines: &mut Vec<StoryLine>) {
        let text = format!("{:>1$} {what} …", "…", self.margin);
        lines.push(StoryLine { line: Line::of(Highlight::Quiet, &text), hang: 0 });
    }

    fn push_step(&self, step: &Step, lines: &mut Vec<StoryLine>) {
        let hang = self.margin + 3;
        if let Some(place) = &step.place {
            let resumed = if step.resumed { "… " } else { "" };
            lines.push(self.source_line(place, &format!("{resumed}{}", step.source)));
        }
        // What a formula speaks of is counted for itself, so as not to be lost in the rest.
        let kind = |effect: &Effect| usize::from(matches!(effect, Effect::Valuation { .. }));
        let mut counts = [0; 2];
        step.effects.iter().for_each(|effect| counts[kind(effect)] += 1);
        let mut seen = [0; 2];
        for effect in &step.effects {
            let (count, i) = (counts[kind(effect)], seen[kind(effect)]);
            seen[kind(effect)] += 1;
            let cut = count > MAX_EFFECTS && !self.full;
            let left_out = cut && (MAX_EFFECTS - 2..count - 1).contains(&i);
            let (highlight, text) = match left_out {
                true if i > MAX_EFFECTS - 2 => continue,
                true => (Highlight::Quiet, format!("… {} more …", count + 1 - MAX_EFFECTS)),
                false => self.effect(effect),
            };
            lines.push(StoryLine {
                line: Line::of(highlight, &text).indented(hang),
                hang: hang + 2,
            });
        }
    }

    pub(super) fn source_line(&self, place: &Place, source: &str) -> StoryLine {
        let at = self.place_text(place);
        let line = Line::of(Highlight::Quiet, &format!("{at:>0$} ", self.margin));
        let source = match without_comment(source) {
            "" => format!("(in {})", place.function),
            source => source.to_owned(),
        };
        StoryLine { line: line.with(Highlight::Normal, &source), hang: self.margin + 1 }
    }

    fn place_text(&self, place: &Place) -> String {
        match (place.line, self.with_files) {
            (0, _) => String::new(),
            (line, false) => line.to_string(),
            (line, true) => format!("{}:{line}", base_name(&place.file)),
        }
    }

    fn effect(&self, effect: &Effect) -> (Highlight, String) {
        match effect {
            Effect::Read { name, value } => (Highlight::Normal, format!("reads {name} = {value}")),
            Effect::Write { name, old: Some(old), new } => {
                (Highlight::Change, format!("{name}: {old} -> {new}"))
            }
            Effect::Write { name, old: None, new } => {
                (Highlight::Change, format!("writes {name} = {new}"))
            }
            Effect::Local { name, value } => (Highlight::Quiet, format!("{name} = {value}")),
            Effect::Sync(event) => (Highlight::Sync, event.to_string()),
            Effect::Freed { object } => (Highlight::Sync, format!("frees {object}")),
            Effect::Output { stream: 2, text } => {
                (Highlight::Output, format!("prints to stderr {}", quoted(text)))
            }
            Effect::Output { text, .. } => (Highlight::Output, format!("prints {}", quoted(text))),
            Effect::Message { text } => (Highlight::Output, format!("trace: {}", text.trim_end())),
            Effect::AllocationFailed { function } => (Highlight::Sync, format!("{function} fails")),
            Effect::Chose { value } => (Highlight::Sync, format!("chooses {value}")),
            Effect::OpenBranch { value: Some(value) } => {
                (Highlight::Sync, format!("takes an uninitialized value for {value}"))
            }
            Effect::OpenBranch { value: None } => {
                (Highlight::Sync, "takes an uninitialized value for one of no case".to_owned())
            }
            Effect::Input { value } => (Highlight::Sync, format!("input {value}")),
            Effect::Created { thread } => {
                let name = name_of(self.trace, thread.index());
                (Highlight::Sync, format!("creates {thread} {name}"))
            }
            Effect::Valuation { changes } => (Highlight::Formula, changes_text(changes)),
            Effect::Internal { action } => (Highlight::Sync, action.to_string()),
            Effect::Exited => (Highlight::Sync, "exits".to_owned()),
            Effect::Ended { code: Some(code) } => {
                (Highlight::Sync, format!("ends the process with code {code}"))
            }
            Effect::Ended { code: None } => (Highlight::Sync, "ends the process".to_owned()),
        }
    }
}

/// A line without the comment at its end. Where room is scarce, code comes first.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '/') if at != 0 => {
                let rest = &line[at..];
                let block = rest.starts_with("/*") && rest.find("*/") == Some(rest.len() - 2);
                if block || rest.starts_with("//") {
                    return line[..at].trim_end();
                }
            }
            _ => {}
        }
    }
    line
}

/// The last part of a path.
pub(super) fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A number with a comma before every three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_at_the_end_are_left_out() {
        assert_eq!(without_comment("x = 1; // one"), "x = 1;");
        assert_eq!(without_comment("x = 1; /* one */"), "x = 1;");
        assert_eq!(without_comment("f(/* one */ 1);"), "f(/* one */ 1);");
        assert_eq!(without_comment(r#"puts("a\"//b"); // c"#), r#"puts("a\"//b");"#);
        assert_eq!(without_comment("// nothing else"), "// nothing else");
    }
}

//! The schedule: one column a thread, or one for all where there is no room.

use heddle_model::ThreadId;

use super::excerpt::name_of;
use super::infinite;
use super::line::Line;
use super::paint::Highlight;
use super::story::{Block, Story, StoryLine};
use crate::model::Trace;

/// More threads get no columns of their own.
const MAX_COLUMNS: usize = 4;
/// Narrower columns cannot be read.
const MIN_WIDTH: usize = 24;
/// Between two columns.
const SEPARATOR: &str = " │ ";

/// A story laid out.
#[derive(Debug, Default)]
pub(super) struct ColumnLayout {
    pub(super) head: Vec<Line>,
    /// The lines of each group.
    pub(super) groups: Vec<Vec<Line>>,
}

/// Lays the story out for a width.
pub(super) fn table(trace: &Trace, story: &Story, width: usize) -> Vec<Line> {
    let width = width.saturating_sub(infinite::gutter(story));
    let count = trace.threads.len();
    let layout = match widths(trace, &story.groups, width) {
        Some(widths) if count > 1 && count <= MAX_COLUMNS => columns(trace, story, &widths),
        _ => single(trace, story, width),
    };
    infinite::marked(story, layout)
}

fn heading(trace: &Trace, thread: ThreadId) -> Line {
    let text = format!("{thread} {}", name_of(trace, thread.index()));
    Line::of(Highlight::Thread(thread.0), text.trim_end())
}

/// The width of each column: an equal share, but what one does not need the others
/// get.
fn widths(trace: &Trace, groups: &[Vec<Block>], width: usize) -> Option<Vec<usize>> {
    let count = trace.threads.len();
    let mut needed: Vec<usize> =
        trace.threads.iter().map(|thread| heading(trace, thread.id).width()).collect();
    for block in groups.iter().flatten() {
        let widest = block.lines.iter().map(|line| line.line.width()).max().unwrap_or(0);
        if let Some(needed) = needed.get_mut(block.thread.index()) {
            *needed = widest.max(*needed);
        }
    }
    let mut left = width.checked_sub(SEPARATOR.chars().count() * count.saturating_sub(1))?;
    let mut widths = vec![None; count];
    loop {
        let open: Vec<usize> = (0..count).filter(|&i| widths[i].is_none()).collect();
        let share = left.checked_div(open.len()).unwrap_or(0);
        let modest: Vec<usize> = open.iter().copied().filter(|&i| needed[i] <= share).collect();
        if modest.is_empty() {
            open.iter().for_each(|&i| widths[i] = Some(share));
            break;
        }
        for i in modest {
            widths[i] = Some(needed[i]);
            left -= needed[i];
        }
    }
    let widths: Vec<usize> = widths.into_iter().flatten().collect();
    let enough = widths.iter().zip(&needed).all(|(width, needed)| *width >= MIN_WIDTH.min(*needed));
    enough.then_some(widths)
}

fn columns(trace: &Trace, story: &Story, widths: &[usize]) -> ColumnLayout {
    let headings: Vec<Line> =
        trace.threads.iter().map(|thread| heading(trace, thread.id)).collect();
    let rule: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
    let head = vec![row(&headings, widths), Line::of(Highlight::Quiet, &rule.join("─┼─"))];
    let group = |group: &Vec<Block>| {
        let mut cells: Vec<Vec<Line>> = vec![Vec::new(); widths.len()];
        for block in group {
            let at = block.thread.index();
            if let (Some(cell), Some(width)) = (cells.get_mut(at), widths.get(at)) {
                cell.extend(wrap(&block.lines, *width));
            }
        }
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        let cell = |cell: &Vec<Line>, i: usize| cell.get(i).cloned().unwrap_or_default();
        let rows = (0..height)
            .map(|i| row(&cells.iter().map(|c| cell(c, i)).collect::<Vec<Line>>(), widths));
        rows.collect()
    };
    ColumnLayout { head, groups: story.groups.iter().map(group).collect() }
}

/// One line of the table. Empty cells at its end still have their separators: the
/// eye follows them down.
fn row(cells: &[Line], widths: &[usize]) -> Line {
    let mut line = Line::new();
    let mut at = 0;
    for (i, (cell, width)) in cells.iter().zip(widths).enumerate() {
        if i != 0 {
            line = line.joined(at, Line::of(Highlight::Quiet, SEPARATOR));
            at += SEPARATOR.chars().count();
        }
        line = line.joined(at, cell.clone());
        at += width;
    }
    line
}

fn single(trace: &Trace, story: &Story, width: usize) -> ColumnLayout {
    let mut layout = ColumnLayout::default();
    // The end says of each thread where it is stuck.
    let told = match story.ends_stuck && trace.threads.len() > MAX_COLUMNS {
        true => story.groups.len() - 1,
        false => story.groups.len(),
    };
    let mut last = None;
    for (i, group) in story.groups.iter().take(told).enumerate() {
        let mut lines = Vec::new();
        if story.cycle == Some(i) {
            last = None;
        }
        for block in group {
            if trace.threads.len() > 1 && last != Some(block.thread) {
                lines.push(heading(trace, block.thread));
            }
            last = Some(block.thread);
            let inner = wrap(&block.lines, width.saturating_sub(2).max(MIN_WIDTH));
            lines.extend(inner.into_iter().map(|line| line.indented(2)));
        }
        layout.groups.push(lines);
    }
    layout
}

fn wrap(lines: &[StoryLine], width: usize) -> Vec<Line> {
    lines
        .iter()
        .flat_map(|StoryLine { line, hang }| line.clone().wrapped(width, (*hang).min(width / 2)))
        .collect()
}
